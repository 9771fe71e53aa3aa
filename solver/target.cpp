// SPDX-License-Identifier: Apache-2.0
#include "solver/target.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "ops/table.h"
#include "solver/target_file.h"

namespace rewright::solver {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<Confidence, std::string_view>, 6> confidences{{
    {Confidence::published, "published"},
    {Confidence::vendor, "vendor"},
    {Confidence::article, "article"},
    {Confidence::inferred, "inferred"},
    {Confidence::neighbour, "neighbour"},
    {Confidence::assumed, "assumed"},
}};

/// Names that stand for no operator of their own.
const std::vector<std::string> general_names{"any", "model"};

bool is_path(const std::string& text) {
  return text.find('/') != std::string::npos || text.ends_with(".toml");
}

std::string joined(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) {
    result += (result.empty() ? "" : ", ") + word;
  }
  return result;
}

/// The targets that the directories hold, by name.
std::vector<std::string> available(const std::vector<std::string>& in) {
  std::vector<std::string> result;
  std::error_code ignored;
  for (const std::string& directory : in) {
    for (const auto& entry : fs::directory_iterator(directory, ignored)) {
      if (entry.path().extension() != ".toml") continue;
      result.push_back(entry.path().stem().string());
    }
  }
  std::ranges::sort(result);
  return result;
}

/// The file that a name or path means; empty when there is none.
std::string locate(const std::string& name_or_path,
                   const std::vector<std::string>& directories) {
  std::error_code ignored;
  if (is_path(name_or_path)) {
    const bool is_there = fs::is_regular_file(name_or_path, ignored);
    return is_there ? name_or_path : "";
  }
  for (const std::string& directory : directories) {
    const fs::path path = fs::path(directory) / (name_or_path + ".toml");
    if (fs::is_regular_file(path, ignored)) return path.string();
  }
  return fs::is_regular_file(name_or_path, ignored) ? name_or_path : "";
}

std::string not_found(const std::string& name_or_path,
                      const std::vector<std::string>& directories) {
  if (is_path(name_or_path)) return "there is no such file";
  return "no target of this name in " + joined(directories) +
         base::suggestion(name_or_path, available(directories));
}

std::shared_ptr<const base::Source> read_source(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw base::InputError(path, "the file cannot be read");
  std::string text{std::istreambuf_iterator<char>(stream),
                   std::istreambuf_iterator<char>()};
  return std::make_shared<base::Source>(base::Source{path, std::move(text)});
}

/// Whether all that `old` speaks about is covered by `replacement`, which
/// covers everything when it names no aspects.
bool is_replaced(const Limit& old, const Limit& replacement) {
  if (replacement.covers.empty()) return true;
  if (old.covers.empty()) return false;
  return std::ranges::all_of(old.covers, [&](const std::string& aspect) {
    return std::ranges::find(replacement.covers, aspect) !=
           replacement.covers.end();
  });
}

/// Takes the operators of `replacement` from the first `count` limits that
/// it replaces; a limit that is about no operator any more goes.
void replace(std::vector<Limit>& limits, std::size_t count,
             const Limit& replacement) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_replaced(limits[i], replacement)) continue;
    std::erase_if(limits[i].ops, [&](const std::string& op) {
      return std::ranges::find(replacement.ops, op) != replacement.ops.end();
    });
  }
}

/// Reads one file and, first, the one it extends.
class Reader {
 public:
  Reader(const std::vector<std::string>& directories,
         const std::vector<std::string>& operators)
      : directories_(directories), operators_(operators) {}

  Target read(const std::string& path) {
    const TargetFile file = parse_target_file(read_source(path));
    chain_.push_back(fs::weakly_canonical(path));
    Target target;
    if (file.extends.is_given()) target = inherited(file, path);
    target.name = file.name;
    if (!file.description.empty()) target.description = file.description;
    for (const auto& [id, text] : file.sources) target.sources[id] = text;
    target.unmodelled.insert(target.unmodelled.end(), file.unmodelled.begin(),
                             file.unmodelled.end());
    add_limits(target, file);
    if (file.quantisation) {
      target.quantisation = file.quantisation->quantisation;
      target.quantisation->source =
          source_of(file.quantisation->sources, target, file);
    }
    chain_.pop_back();
    return target;
  }

 private:
  Target inherited(const TargetFile& file, const std::string& path) {
    const auto fail = [&](const std::string& message) {
      throw base::InputError(*file.source, file.extends.position, message);
    };
    const std::string base = locate_extended(file.extends.text, path);
    if (base.empty()) {
      fail("cannot extend '" + file.extends.text +
           "': " + not_found(file.extends.text, searched(path)));
    }
    if (std::ranges::find(chain_, fs::weakly_canonical(base)) != chain_.end()) {
      fail("the target extends itself by way of '" + file.extends.text + "'");
    }
    return read(base);
  }

  std::vector<std::string> searched(const std::string& path) const {
    const std::string here = fs::path(path).parent_path().string();
    std::vector<std::string> result{here.empty() ? "." : here};
    for (const std::string& directory : directories_) {
      if (directory != result.front()) result.push_back(directory);
    }
    return result;
  }

  /// A path counts from the file that names it.
  std::string locate_extended(const std::string& name,
                              const std::string& path) const {
    if (!is_path(name)) return locate(name, searched(path));
    return locate((fs::path(path).parent_path() / name).string(), {});
  }

  void add_limits(Target& target, const TargetFile& file) const {
    const std::size_t count = target.limits.size();
    for (const LimitEntry& entry : file.limits) {
      Limit limit = entry.limit;
      limit.ops = operators_of(entry, target, file);
      limit.source = source_of(entry.sources, target, file);
      if (entry.replaces) replace(target.limits, count, limit);
      target.limits.push_back(std::move(limit));
    }
    std::erase_if(target.limits,
                  [](const Limit& limit) { return limit.ops.empty(); });
  }

  std::vector<std::string> operators_of(const LimitEntry& entry,
                                        const Target& target,
                                        const TargetFile& file) const {
    std::vector<std::string> known = operators_, result;
    for (const auto* more : {&general_names, &target.unmodelled}) {
      known.insert(known.end(), more->begin(), more->end());
    }
    for (const syntax::Name& op : entry.ops) {
      if (std::ranges::find(known, op.text) == known.end()) {
        throw base::InputError(*file.source, op.position,
                               "unknown operator '" + op.text + "'" +
                                   base::suggestion(op.text, known));
      }
      result.push_back(op.text);
    }
    return result;
  }

  static std::string source_of(const std::vector<syntax::Name>& ids,
                               const Target& target, const TargetFile& file) {
    std::vector<std::string> texts, known;
    for (const auto& [id, text] : target.sources) known.push_back(id);
    for (const syntax::Name& id : ids) {
      const auto found = target.sources.find(id.text);
      if (found == target.sources.end()) {
        throw base::InputError(*file.source, id.position,
                               "unknown source '" + id.text + "'" +
                                   base::suggestion(id.text, known));
      }
      texts.push_back(found->second);
    }
    std::string result;
    for (const std::string& text : texts) {
      result += (result.empty() ? "" : "; ") + text;
    }
    return result;
  }

  const std::vector<std::string>& directories_;
  const std::vector<std::string>& operators_;
  std::vector<fs::path> chain_;
};

}  // namespace

std::string_view name(Confidence c) {
  return confidences[static_cast<std::size_t>(c)].second;
}

std::optional<Confidence> parse_confidence(std::string_view name) {
  for (const auto& [confidence, text] : confidences) {
    if (text == name) return confidence;
  }
  return {};
}

std::vector<std::string> confidence_names() {
  std::vector<std::string> result;
  for (const auto& [confidence, text] : confidences) {
    result.emplace_back(text);
  }
  return result;
}

Target read_target(const std::string& name_or_path,
                   const std::vector<std::string>& directories,
                   const std::vector<std::string>& operators) {
  const std::string path = locate(name_or_path, directories);
  if (path.empty()) {
    throw base::InputError(name_or_path, not_found(name_or_path, directories));
  }
  return Reader(directories, operators).read(path);
}

Target read_target(const std::string& name_or_path,
                   const std::vector<std::string>& directories) {
  std::vector<std::string> operators;
  for (const ir::Operator* op : ops::all()) operators.push_back(op->name);
  return read_target(name_or_path, directories, operators);
}

}  // namespace rewright::solver
