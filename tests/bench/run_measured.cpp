// Run a program several times with its output thrown away, and print what each run took as one JSON
// array:
//
//     run_measured RUNS PROGRAM [ARGUMENT...]
//     [{"seconds": 0.028, "max_rss": 12345678, "status": 0}, ...]
//
// It is a small process, so that the largest resident size is that of the program: what a fork or
// an exec inherits from a large parent (a Python interpreter, say) counts as the child's own on
// Linux.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

struct Run {
  double seconds = 0;
  long long maxRss = 0; ///< bytes
  int status = 0;       ///< exit code, or 128 + signal
};

[[noreturn]] void becomeProgram(char** arguments) {
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
  }
  execvp(arguments[0], arguments);
  std::perror(arguments[0]);
  _exit(127);
}

long long bytesOfMaxRss(const rusage& usage) {
#ifdef __APPLE__
  return usage.ru_maxrss; // bytes there
#else
  return static_cast<long long>(usage.ru_maxrss) * 1024;
#endif
}

Run runOnce(char** arguments) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const pid_t child = fork();
  if (child == 0) {
    becomeProgram(arguments);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {seconds, bytesOfMaxRss(usage), code};
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: run_measured RUNS PROGRAM [ARGUMENT...]\n");
    return 2;
  }
  const long runs = std::strtol(argv[1], nullptr, 10);
  std::printf("[");
  for (long i = 0; i < runs; ++i) {
    const Run run = runOnce(argv + 2);
    std::printf("%s{\"seconds\": %.6f, \"max_rss\": %lld, \"status\": %d}", i == 0 ? "" : ", ",
                run.seconds, run.maxRss, run.status);
  }
  std::printf("]\n");
  return 0;
}
