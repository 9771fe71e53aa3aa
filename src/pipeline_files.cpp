// SPDX-License-Identifier: Apache-2.0
#include "pipeline_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace rewright::pipeline {
namespace {

namespace fs = std::filesystem;

/// All `*.rule` files below `folder`; links to folders are not followed.
void search(const fs::path& folder, std::vector<std::string>& files,
            std::vector<base::InputError>& errors) {
  std::error_code failure;
  std::vector<fs::path> entries;
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure))
    entries.push_back(it->path());
  if (failure) {
    errors.emplace_back(folder.string(),
                        "cannot read this folder: " + failure.message());
    return;
  }
  std::sort(entries.begin(), entries.end());
  for (const fs::path& entry : entries) {
    const bool is_link = fs::is_symlink(entry, failure);
    if (fs::is_directory(entry, failure)) {
      if (!is_link) search(entry, files, errors);
    } else if (entry.extension() == ".rule") {
      files.push_back(entry.string());
    }
  }
}

void add_folder(const std::string& path, RuleFiles& found) {
  const std::size_t files = found.files.size(), errors = found.errors.size();
  search(path, found.files, found.errors);
  if (found.files.size() == files && found.errors.size() == errors)
    found.errors.emplace_back(path, "no .rule files below this folder");
}

void add_path(const std::string& path, RuleFiles& found) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (path == "-")
    found.files.push_back(path);
  else if (status.type() == fs::file_type::not_found)
    found.errors.emplace_back(path, "no such file or folder");
  else if (failure)
    found.errors.emplace_back(path, "cannot read: " + failure.message());
  else if (fs::is_directory(status))
    add_folder(path, found);
  else
    found.files.push_back(path);
}

/// A name that two spellings of one path share.
std::string identity(const std::string& path) {
  std::error_code failure;
  const fs::path real = fs::weakly_canonical(path, failure);
  return path == "-" || failure ? path : real.string();
}

void drop_repeated(std::vector<std::string>& files) {
  std::set<std::string> seen;
  std::erase_if(files, [&](const std::string& file) {
    return !seen.insert(identity(file)).second;
  });
}

std::string read_stream(std::istream& stream, const std::string& name) {
  std::string text(largest_file + 1, '\0');
  errno = 0;
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad())
    throw base::InputError(name,
                           std::string("cannot read: ") + std::strerror(errno));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > largest_file)
    throw base::InputError(name, "too large for a rule file (over 1 MB)");
  return text;
}

std::string read_file(const std::string& path) {
  std::ifstream stream = open_file(path);
  return read_stream(stream, path);
}

unsigned byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

/// Bytes of the UTF-8 character at `at` (Unicode 15, table 3-7), 0 if it is
/// none; the byte 0 counts as none.
std::size_t character_length(std::string_view text, std::size_t at) {
  const unsigned first = byte_at(text, at), second = byte_at(text, at + 1);
  const auto is_tail = [&](std::size_t k) {
    return (byte_at(text, at + k) & 0xC0U) == 0x80U;
  };
  if (first < 0x80) return first == 0 ? 0 : 1;
  if (!is_tail(1) || first < 0xC2 || first > 0xF4) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) {
    const bool is_overlong = first == 0xE0 && second < 0xA0;
    const bool is_surrogate = first == 0xED && second > 0x9F;
    return is_tail(2) && !is_overlong && !is_surrogate ? 3 : 0;
  }
  const bool is_overlong = first == 0xF0 && second < 0x90;
  const bool is_past_end = first == 0xF4 && second > 0x8F;
  return is_tail(2) && is_tail(3) && !is_overlong && !is_past_end ? 4 : 0;
}

void require_text(const std::string& name, std::string_view text) {
  int line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0)
      throw base::InputError(
          name, fmt::format("not a text file: byte 0x{:02X} in line {} is not "
                            "UTF-8 text",
                            byte_at(text, at), line));
    if (text[at] == '\n') ++line;
    at += length;
  }
}

}  // namespace

RuleFiles find_rule_files(const std::vector<std::string>& paths) {
  RuleFiles found;
  for (const std::string& path : paths) add_path(path, found);
  drop_repeated(found.files);
  return found;
}

std::ifstream open_file(const std::string& path) {
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw base::InputError(
        path, errno == ENOENT
                  ? "no such file or folder"
                  : std::string("cannot read: ") + std::strerror(errno));
  return stream;
}

std::shared_ptr<const base::Source> read_source(const std::string& path) {
  const bool is_standard = path == "-";
  std::string name = is_standard ? "<stdin>" : path;
  std::string text =
      is_standard ? read_stream(std::cin, name) : read_file(path);
  require_text(name, text);
  return std::make_shared<const base::Source>(
      base::Source{std::move(name), std::move(text)});
}

std::vector<std::string> target_names(const std::vector<std::string>& folders) {
  std::set<std::string> names;
  for (const std::string& folder : folders) {
    std::error_code failure;
    for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
         it.increment(failure))
      if (it->path().extension() == ".toml")
        names.insert(it->path().stem().string());
  }
  return {names.begin(), names.end()};
}

}  // namespace rewright::pipeline
