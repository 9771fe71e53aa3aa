// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

/// A folder among the temporary ones, gone when the test is over.
class Folder {
 public:
  Folder()
      : root_(std::filesystem::temp_directory_path() /
              ("rewright_pipeline_" + std::to_string(std::random_device{}()))) {
    std::filesystem::create_directories(root_);
  }
  ~Folder() { std::filesystem::remove_all(root_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& file = "") const {
    return file.empty() ? root_.string() : root_.string() + '/' + file;
  }
  void write(const std::string& file, const std::string& text = "") const {
    std::filesystem::create_directories(
        std::filesystem::path(path(file)).parent_path());
    std::ofstream(path(file), std::ios::binary) << text;
  }

 private:
  std::filesystem::path root_;
};
