// The read limit: map a file, add up all its bytes as 64-bit words, print the sum. No pass over the
// data can be faster.
//
//     read_limit FILE [THREADS]

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <thread>
#include <vector>

namespace {

std::uint64_t sumOfWords(std::span<const unsigned char> bytes) {
  constexpr std::size_t lanes = 8;
  std::uint64_t sums[lanes] = {};
  std::size_t at = 0;
  for (; at + sizeof sums <= bytes.size(); at += sizeof sums) {
    std::uint64_t words[lanes];
    std::memcpy(words, bytes.data() + at, sizeof words);
    for (std::size_t i = 0; i < lanes; ++i) {
      sums[i] += words[i];
    }
  }
  std::uint64_t total = 0;
  for (const std::uint64_t sum : sums) {
    total += sum;
  }
  for (; at < bytes.size(); ++at) {
    total += bytes[at];
  }
  return total;
}

std::span<const unsigned char> mapped(const char* path) {
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor < 0 || fstat(descriptor, &status) != 0 || status.st_size == 0) {
    return {};
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (start == MAP_FAILED) {
    return {};
  }
  return {static_cast<const unsigned char*>(start), size};
}

} // namespace

int main(int argc, char** argv) {
  const auto bytes = argc > 1 ? mapped(argv[1]) : std::span<const unsigned char>();
  if (bytes.empty()) {
    std::fprintf(stderr, "usage: read_limit FILE [THREADS]\n");
    return 2;
  }
  const std::size_t threads = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  std::vector<std::uint64_t> sums(threads);
  std::vector<std::thread> workers;
  for (std::size_t i = 0; i < threads; ++i) {
    const std::size_t begin = bytes.size() / threads * i;
    const std::size_t end = i + 1 == threads ? bytes.size() : bytes.size() / threads * (i + 1);
    workers.emplace_back(
        [&, i, begin, end] { sums[i] = sumOfWords(bytes.subspan(begin, end - begin)); });
  }
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < threads; ++i) {
    workers[i].join();
    total += sums[i];
  }
  std::printf("%llu\n", static_cast<unsigned long long>(total));
  return 0;
}
