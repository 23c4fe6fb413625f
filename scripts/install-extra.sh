#!/usr/bin/env bash
# Installs what the root leaves out to stay small: the real clients and runtimes, and the peers to measure against.
#     scripts/install-extra.sh [folder …]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# npm 10.8 was seen to exit with 0 after two minutes and packages missing, so its work is checked.
install() {
  for attempt in 1 2 3; do
    echo "npm ci in $1/ (attempt $attempt)"
    (cd "$1" && npm ci --loglevel=error --no-progress --fetch-timeout=120000 && npm ls --all >/dev/null) && return
  done
  return 1
}

folders=("$@")
if [[ $# -eq 0 ]]; then
  mapfile -t folders < <(find interop bench -name package-lock.json -not -path '*/node_modules/*' -printf '%h\n' | sort)
fi
for folder in "${folders[@]}"; do install "$folder"; done
