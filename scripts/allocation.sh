#!/usr/bin/env bash
# usage: allocation.sh [STRATEGY [WORKERS]]
# What the hot paths allocate, in bytes per operation: JMH's gc.alloc.rate.norm, with the metrics on. A
# wake-up and a yield want 0.0 something (the tasks themselves, JMH's own thread), a chained spawn the size
# of its task, a ping-pong two tasks and two oneshots. Steals and parks are few in a second, so that JMH's
# own some 100 kB an iteration show: a few bytes for each on an idle host, and more where it is busy.
# AllocationTest counts the workers alone. Two minutes.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/jdk.sh"

strategy=${1:-work-stealing} workers=${2:-2}
"$root/run-bench.sh" --version >&2 # builds the jar if need be

benchmarks='HotPaths\.wake|YieldMany|ChainedSpawn|PingPong|HotPaths\.park'
if [[ "$workers" != 1 ]]; then
    benchmarks+='|HotPaths\.steal'
fi
# The heap of the forks is that of the harness's forks.
"$JAVA_HOME/bin/java" --sun-misc-unsafe-memory-access=allow -cp "$root/harness/target/heddle.jar" \
    org.openjdk.jmh.Main "dev.heddle.workloads.($benchmarks)" -p "strategy=$strategy" -p "workers=$workers" \
    -f 1 -wi 3 -w 1 -i 3 -r 4 -foe true -prof gc -prof dev.heddle.workloads.ForkProfiler \
    -jvmArgs '-XX:+UseG1GC -Xms1g -Xmx1g -Xmn256m --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED' |
    grep -E '^Benchmark|^[A-Za-z.]+:(gc\.alloc\.rate\.norm|steals|parks) '
