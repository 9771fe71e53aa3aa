// SPDX-License-Identifier: Apache-2.0
#include "optimize/command.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include <nlohmann/json.hpp>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "onnx/write_model.h"

namespace rewright::optimize {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t most_output = 1'000'000;  // bytes
constexpr const char* placeholder = "{model}";

/// A folder of its own that only this user can read.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "rewright-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw base::InputError(name, "cannot make a temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const {
    return (path_ / name).string();
  }

 private:
  fs::path path_;
};

/// Inside single quotes the shell reads everything as it is but the quote.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string with_path(std::string command, const std::string& path) {
  const std::string by = quoted(path);
  const std::string what = placeholder;
  for (std::size_t at = command.find(what); at != std::string::npos;
       at = command.find(what, at + by.size()))
    command.replace(at, what.size(), by);
  return command;
}

Estimate failed(const std::string& why) { return {std::nullopt, why}; }

std::string how_it_ended(int status) {
  if (WIFEXITED(status))
    return "the command ended with code " + std::to_string(WEXITSTATUS(status));
  return "the command was ended by signal " + std::to_string(WTERMSIG(status));
}

/// popen runs `sh -c`. Output beyond the bound is read and dropped, so that
/// the command can end.
Estimate run(const std::string& command, const std::string& field) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return failed("the command cannot be run");
  std::string output;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe))
    if (output.size() < most_output) output.append(buffer, n);
  const int status = pclose(pipe);
  if (status != 0) return failed(how_it_ended(status));
  return parse_estimate(output, field);
}

std::string last_line(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.pop_back();
  const std::size_t end = text.rfind('\n');
  text = end == std::string::npos ? text : text.substr(end + 1);
  const std::size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string::npos ? "" : text.substr(begin);
}

std::string shown(const std::string& text) {
  constexpr std::size_t most = 60;
  return text.size() > most ? text.substr(0, most) + "..." : text;
}

Estimate field_of(const std::string& output, const std::string& field) {
  Json value = Json::parse(output, nullptr, false);
  if (value.is_discarded()) return failed("the command printed no JSON");
  std::size_t begin = 0;
  while (begin <= field.size()) {
    const std::size_t end = std::min(field.find('.', begin), field.size());
    const std::string name = field.substr(begin, end - begin);
    if (!value.is_object() || !value.contains(name))
      return failed("the JSON has no field '" + field + "'");
    value = Json(value[name]);
    begin = end + 1;
  }
  if (!value.is_number()) return failed("'" + field + "' is no number");
  return {value.get<double>(), ""};
}

}  // namespace

Estimate parse_estimate(const std::string& output, const std::string& field) {
  if (!field.empty()) return field_of(output, field);
  const std::string line = last_line(output);
  double value = 0;
  const auto [end, error] =
      std::from_chars(line.data(), line.data() + line.size(), value);
  if (error != std::errc() || end != line.data() + line.size())
    return failed(line.empty() ? "the command printed nothing"
                               : "'" + shown(line) + "' is no number");
  if (!std::isfinite(value)) return failed("'" + line + "' is no number");
  return {value, ""};
}

Estimator command_estimator(const std::string& command,
                            const std::string& field) {
  if (command.find(placeholder) == std::string::npos)
    throw base::InputError("--measure", "the command does not name {model}");
  const auto folder = std::make_shared<const TemporaryFolder>();
  return [=](const onnx::Model& model) {
    const std::string path = folder->file("model.onnx");
    onnx::write_model(model, path);
    return run(with_path(command, path), field);
  };
}

}  // namespace rewright::optimize
