#!/usr/bin/env bash
# The front door: finds a JDK 25, builds the one jar when it is missing or older than its sources, and
# hands every argument to it.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
source "$root/scripts/jdk.sh"

jar=$root/harness/target/heddle.jar
log=$root/target/build.log
# What the jar is made of; directories count too, so that a deleted file is noticed.
inputs=(pom.xml .mvn)
for module in runtime strategies timers drivers workloads harness; do
    inputs+=("$module/pom.xml" "$module/src/main")
done

is_fresh() {
    [[ -f "$jar" && -z "$(cd "$root" && find "${inputs[@]}" -newer "$jar" -print -quit)" ]]
}

if ! is_fresh; then
    echo "heddle: building harness/target/heddle.jar; the first time this downloads (log: target/build.log)" >&2
    mkdir -p "$root/target"
    # Checks and tests belong to test.sh; here only the jar is wanted.
    if ! (cd "$root" && ./mvnw -B -ntp package -Dmaven.test.skip) >"$log" 2>&1; then
        { grep -E '^\[(WARNING|ERROR)\]' "$log" || tail -n 30 "$log"; } | head -n 30 >&2 || true
        echo "heddle: the build failed; the whole log is in target/build.log" >&2
        exit 1
    fi
fi

# A record names the code it measured. Only in a checkout of this project itself, not of one around it.
provenance=()
if [[ -e "$root/.git" ]]; then
    if commit=$(git -C "$root" rev-parse HEAD 2>&1); then
        changes=$(git -C "$root" status --porcelain -- "${inputs[@]}")
        provenance=("-Dheddle.git.commit=$commit" "-Dheddle.git.dirty=$([[ -n "$changes" ]] && echo true || echo false)")
    else
        echo "heddle: records of this run will not name the commit, since git does not: ${commit%%$'\n'*}" >&2
    fi
fi

# The one property a user may have to set before the first line of Java runs.
properties=()
while [[ "${1:-}" == -Dheddle.uring=* ]]; do
    if [[ "$1" != -Dheddle.uring=o@(n|ff) ]]; then
        echo "heddle: $1 is neither -Dheddle.uring=on nor -Dheddle.uring=off; off is for hosts whose filter kills a process that tries io_uring" >&2
        exit 2
    fi
    properties+=("$1")
    shift
done
for argument in "$@"; do
    if [[ "$argument" == -Dheddle.uring* ]]; then
        echo "heddle: $argument must stand before everything else: ./run-bench.sh -Dheddle.uring=off ..." >&2
        exit 2
    fi
done

# What these name would reach the JVM of every fork, and no record would say so.
for variable in JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS; do
    if [[ -n "${!variable:-}" ]]; then
        echo "heddle: $variable is set and ignored: a fork runs with the flags of its plan alone" >&2
        unset "$variable"
    fi
done

exec "$JAVA_HOME/bin/java" --sun-misc-unsafe-memory-access=allow ${provenance[@]+"${provenance[@]}"} \
    ${properties[@]+"${properties[@]}"} -jar "$jar" "$@"
