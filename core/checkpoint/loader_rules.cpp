#include "core/checkpoint/loader_rules.h"

#include "core/base/number_text.h"
#include "core/checkpoint/loader_traits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <utility>

namespace assay {
namespace {

constexpr std::string_view fromSource = "rules read in its source, no release noted";
constexpr std::uint64_t referenceLimit = 100'000'000;
constexpr std::uint64_t hubLimit = 25'000'000;

using Dtypes = std::initializer_list<Dtype>;

constexpr Dtypes allF8{Dtype::F8_E5M2, Dtype::F8_E4M3, Dtype::F8_E8M0, Dtype::F8_E4M3FNUZ,
                       Dtype::F8_E5M2FNUZ};

/// Collects what one loader would say: the gravest answer, and every reason.
class Judgement {
 public:
  Judgement(const LoaderTraits& traits, std::string_view loader,
            std::string_view checkedFor = fromSource)
      : m_traits(traits) {
    m_verdict.loader = loader;
    m_verdict.checkedFor = checkedFor;
  }

  Judgement& quiet() {
    m_verdict.notable = false;
    return *this;
  }

  Judgement& when(bool applies, LoaderAnswer answer, const std::string& why) {
    if (applies) {
      m_verdict.answer = std::max(m_verdict.answer, answer);
      m_verdict.why += (m_verdict.why.empty() ? "" : " ") + why;
    }
    return *this;
  }

  Judgement& refuses(bool applies, const std::string& why) {
    return when(applies, LoaderAnswer::No, why);
  }

  /// Dtypes among those that occur: "It has no I8 and BOOL."
  Judgement& lacks(const Dtypes& dtypes, LoaderAnswer answer = LoaderAnswer::No,
                   std::string_view form = "It does not know {}.") {
    std::string names;
    for (const Dtype dtype : dtypes) {
      if (m_traits.has(dtype)) {
        names += (names.empty() ? "" : ", ") + std::string(dtypeName(dtype));
      }
    }
    return when(!names.empty(), answer, fmt::format(fmt::runtime(form), names));
  }

  Judgement& headerLimit(std::uint64_t most) {
    return refuses(m_traits.headerBytes > most,
                   fmt::format("Its limit for a header is {}; this one takes {}.",
                               countText(most, "byte"), groupedText(m_traits.headerBytes)));
  }

  /// For loaders that keep the reference's rules.
  Judgement& asTheReference() {
    return refuses(
        m_traits.rejected,
        fmt::format("It follows the reference, which rejects this: {}.", m_traits.rejection));
  }

  Judgement& unknownDtypes() {
    return refuses(m_traits.has(Dtype::Unknown), "A dtype is in no list that it knows.");
  }

  /// Damage that its rules are not known for.
  Judgement& unsure(bool applies) {
    return when(applies && m_verdict.answer < LoaderAnswer::No, LoaderAnswer::Unknown,
                "The file is damaged in a way that it may or may not notice.");
  }

  [[nodiscard]] LoaderVerdict verdict() {
    const bool set = m_traits.incompleteSet && m_traits.shards > 1;
    refuses(set, "Shards of the set are missing or unreadable.");
    return std::move(m_verdict);
  }

 private:
  const LoaderTraits& m_traits;
  LoaderVerdict m_verdict;
};

LoaderVerdict torch(const LoaderTraits& traits) {
  return Judgement(traits, "safetensors with PyTorch", "0.8.0")
      .asTheReference()
      .lacks({Dtype::F6_E2M3, Dtype::F6_E3M2}, LoaderAnswer::No, "PyTorch has no dtype for {}.")
      .verdict();
}

LoaderVerdict numpy(const LoaderTraits& traits) {
  return Judgement(traits, "safetensors with NumPy", "0.8.0")
      .quiet()
      .asTheReference()
      .lacks({Dtype::F6_E2M3, Dtype::F6_E3M2}, LoaderAnswer::No, "It has no dtype for {}.")
      .lacks({Dtype::BF16, Dtype::F4, Dtype::F8_E5M2, Dtype::F8_E4M3, Dtype::F8_E8M0,
              Dtype::F8_E4M3FNUZ, Dtype::F8_E5M2FNUZ},
             LoaderAnswer::No, "Without the package ml_dtypes NumPy has no {}.")
      .verdict();
}

LoaderVerdict olderReference(const LoaderTraits& traits, std::string_view version,
                             const Dtypes& missing) {
  return Judgement(traits, "safetensors, older", version)
      .asTheReference()
      .lacks(missing, LoaderAnswer::No, "It came before {} and rejects the whole file.")
      .verdict();
}

LoaderVerdict safetensorsCpp(const LoaderTraits& traits) {
  return Judgement(traits, "safetensors-cpp")
      .headerLimit(referenceLimit)
      .refuses(traits.smallestFile < 16, "It wants files of 16 bytes or more.")
      .refuses(traits.highestRank >= 8,
               fmt::format("It takes fewer than 8 axes; a tensor has {}.", traits.highestRank))
      .lacks(allF8)
      .lacks({Dtype::F4, Dtype::F6_E2M3, Dtype::F6_E3M2, Dtype::C64})
      .unknownDtypes()
      .refuses(traits.emptyTensors != 0, fmt::format("It rejects empty tensors; there {} {}.",
                                                     traits.emptyTensors == 1 ? "is" : "are",
                                                     groupedText(traits.emptyTensors)))
      .refuses(traits.duplicateNames != 0, "It rejects names that stand twice.")
      .refuses(traits.outOfOrder, "It takes the header's last entry for the end of the data, and "
                                  "this header is not in the order of the data.")
      .unsure(traits.cutShort || traits.wrongSizes || traits.otherDamage)
      .verdict();
}

LoaderVerdict mlx(const LoaderTraits& traits) {
  constexpr std::uint64_t mostDim = std::numeric_limits<std::int32_t>::max();
  return Judgement(traits, "mlx", "rules read in its source, with its change 3363")
      .headerLimit(referenceLimit - 1)
      .lacks({Dtype::F4, Dtype::F6_E2M3, Dtype::F6_E3M2, Dtype::F8_E5M2, Dtype::F8_E4M3FNUZ,
              Dtype::F8_E5M2FNUZ})
      .unknownDtypes()
      .refuses(traits.largestDim > mostDim, fmt::format("Its axes are of 32 bits; one here has {}.",
                                                        groupedText(traits.largestDim)))
      .refuses(traits.cutShort || traits.wrongSizes,
               "It checks that shapes, ranges and the file's size agree.")
      .lacks({Dtype::F8_E4M3, Dtype::F8_E8M0}, LoaderAnswer::Differently, "It reads {} as uint8.")
      .unsure(traits.otherDamage)
      .verdict();
}

LoaderVerdict candle(const LoaderTraits& traits) {
  return Judgement(traits, "candle")
      .asTheReference()
      .lacks({Dtype::U64, Dtype::I8, Dtype::Bool, Dtype::F8_E5M2, Dtype::F8_E4M3FNUZ,
              Dtype::F8_E5M2FNUZ, Dtype::C64})
      .lacks({Dtype::U16}, LoaderAnswer::Differently, "It widens {} to U32.")
      .lacks({Dtype::F4, Dtype::F6_E2M3, Dtype::F6_E3M2, Dtype::F8_E8M0}, LoaderAnswer::Differently,
             "It keeps {} as bytes that it does not compute with.")
      .verdict();
}

LoaderVerdict netron(const LoaderTraits& traits) {
  return Judgement(traits, "netron")
      .refuses(traits.leadingBlanks, "It takes a file for safetensors only if its header begins "
                                     "with {.")
      .refuses(traits.headerBytes > std::numeric_limits<std::uint32_t>::max(),
               "It takes a file for safetensors only if its header is below 4 GiB.")
      .lacks({Dtype::F4, Dtype::F6_E2M3, Dtype::F6_E3M2, Dtype::F8_E4M3FNUZ, Dtype::F8_E5M2FNUZ,
              Dtype::C64},
             LoaderAnswer::No, "It gives up on the whole file at {}.")
      .unknownDtypes()
      .unsure(traits.otherDamage)
      .verdict();
}

LoaderVerdict hubScript(const LoaderTraits& traits) {
  constexpr std::uint64_t mostDim = std::uint64_t{1} << 32U;
  return Judgement(traits, "huggingface.js")
      .headerLimit(hubLimit)
      .refuses(traits.largestDim > mostDim, fmt::format("Its axes have at most 2^32 places; one "
                                                        "here has {}.",
                                                        groupedText(traits.largestDim)))
      .refuses(traits.shards > 10'000,
               fmt::format("It takes 10,000 shards; here are {}.", groupedText(traits.shards)))
      .when(traits.indexEntries > 200'000, LoaderAnswer::Differently,
            fmt::format("It leaves out a weight_map of more than 200,000 entries; this one has "
                        "{}.",
                        groupedText(traits.indexEntries)))
      .unsure(traits.otherDamage)
      .verdict();
}

LoaderVerdict hubPython(const LoaderTraits& traits) {
  return Judgement(traits, "huggingface_hub")
      .headerLimit(hubLimit)
      .unsure(traits.otherDamage)
      .verdict();
}

LoaderVerdict ggufPython(const LoaderTraits& traits) {
  return Judgement(traits, "llama.cpp's gguf-py")
      .unsure(traits.cutShort || traits.wrongSizes || traits.otherDamage)
      .verdict();
}

} // namespace

std::string_view answerName(LoaderAnswer answer) {
  constexpr std::array<std::string_view, 4> names{"yes", "differently", "unknown", "no"};
  return names[static_cast<std::size_t>(answer)];
}

std::vector<LoaderVerdict> judgeLoaders(std::span<const Shard> shards, const TensorTable& table,
                                        std::span<const Finding> findings,
                                        std::size_t indexEntries) {
  const LoaderTraits traits = traitsOf(shards, table, findings, indexEntries);
  return {torch(traits),
          numpy(traits),
          olderReference(traits, "0.7.0", {Dtype::F8_E4M3FNUZ, Dtype::F8_E5M2FNUZ}),
          olderReference(traits, "0.5.3",
                         {Dtype::F4, Dtype::F6_E2M3, Dtype::F6_E3M2, Dtype::F8_E8M0,
                          Dtype::F8_E4M3FNUZ, Dtype::F8_E5M2FNUZ, Dtype::C64}),
          safetensorsCpp(traits),
          mlx(traits),
          candle(traits),
          netron(traits),
          hubScript(traits),
          hubPython(traits),
          ggufPython(traits)};
}

std::vector<Finding> loaderFindings(std::span<const LoaderVerdict> verdicts,
                                    std::span<const Shard> shards) {
  std::vector<Finding> findings;
  const bool accepted = std::all_of(shards.begin(), shards.end(), [](const Shard& shard) {
    return shard.readable && shard.reference.accepts();
  });
  for (const LoaderVerdict& verdict : verdicts) {
    const bool worse =
        verdict.answer == LoaderAnswer::No || verdict.answer == LoaderAnswer::Differently;
    if (accepted && verdict.notable && worse) {
      findings.push_back(
          {.severity = Severity::Info,
           .code = FindingCode::LoaderRefuses,
           .file = shards.size() == 1 ? shards.front().fileName : std::string(),
           .title = fmt::format("{} {}", verdict.loader,
                                verdict.answer == LoaderAnswer::No ? "does not open this"
                                                                   : "reads this differently"),
           .message =
               fmt::format("{} ({}: {}.)", verdict.why, verdict.loader, verdict.checkedFor)});
    }
  }
  return findings;
}

} // namespace assay
