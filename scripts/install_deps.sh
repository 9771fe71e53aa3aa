#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installs the Debian packages that Rewright is built and tested with; only
# those that are missing. Works as root without sudo, and with sudo otherwise.
set -eu

packages='
  g++ cmake ninja-build ccache pkg-config git
  libz3-dev z3 libeigen3-dev libboost-dev libfmt-dev
  libonnx-dev libprotobuf-dev protobuf-compiler
  nlohmann-json3-dev libtomlplusplus-dev libtbb-dev libcli11-dev
  librapidcheck-dev catch2 libonnx-testdata libbenchmark-dev
  libmpfr-dev libgmp-dev clang-format'

if ! command -v apt-get >/dev/null 2>&1; then
  # shellcheck disable=SC2086 # a list of words
  echo "install_deps.sh: apt-get not found; this script needs Debian or Ubuntu." \
    "Install by hand:" $packages >&2
  exit 1
fi

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=
for package in $packages; do
  is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "install_deps.sh: run as root or install sudo; missing:$missing" >&2
    exit 1
  fi
  as_root=sudo
fi

apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 "$@"
}

echo "Installing:$missing"
apt update -qq
# shellcheck disable=SC2086 # a list of words
apt install -qq -y --no-install-recommends $missing
