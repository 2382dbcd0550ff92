# shellcheck shell=bash
# Sourced by the scripts that need a JDK 25. Exports the first one found as JAVA_HOME, or says in one
# line what is missing and exits 2. Maven may well be started by the Java 17 of a plain machine, and
# the toolchain copes with that, but the formatter and the benchmarks run on the JVM chosen here.

# The "release" file names the version without the cost of starting a JVM.
is_jdk_25() {
    [[ -x "$1/bin/javac" ]] && grep -qsE '^JAVA_VERSION="25["+.-]' "$1/release"
}

find_jdk_25() {
    local home java
    if [[ -n "${HEDDLE_JAVA_HOME:-}" ]]; then
        # An explicit wish is kept or refused, never replaced in silence.
        if ! is_jdk_25 "$HEDDLE_JAVA_HOME"; then
            echo "heddle: HEDDLE_JAVA_HOME=$HEDDLE_JAVA_HOME is not a JDK 25 (bin/javac and a release file with JAVA_VERSION=\"25...\"); set it to one, or unset it to search" >&2
            return 1
        fi
        JAVA_HOME=$HEDDLE_JAVA_HOME
        return 0
    fi
    java=$(readlink -f "$(command -v java || true)" 2>/dev/null || true)
    for home in "${JAVA_HOME:-}" "${java%/bin/java}" /usr/lib/jvm/* "${HOME:-}"/.sdkman/candidates/java/* \
        "${HOME:-}"/.jdks/* /opt/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if is_jdk_25 "$home"; then
            JAVA_HOME=$home
            return 0
        fi
    done
    echo "heddle: no JDK 25 in JAVA_HOME (${JAVA_HOME:-unset}), java on PATH (${java:-none}), /usr/lib/jvm, ~/.sdkman/candidates/java, ~/.jdks or /opt; install one (Eclipse Temurin 25: https://adoptium.net) or set HEDDLE_JAVA_HOME to it" >&2
    return 1
}

find_jdk_25 || exit 2
export JAVA_HOME
# Maven's own libraries still use Unsafe, which JDK 25 would announce on every build.
export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS:-}"
