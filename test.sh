#!/usr/bin/env bash
# Builds everything and runs every check and test; arguments go to Maven.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
source scripts/jdk.sh
exec ./mvnw -B -ntp verify "$@"
