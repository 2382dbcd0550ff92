#!/usr/bin/env bash
# usage: jcstress.sh MODE TEST CLASSPATH
# Runs a module's jcstress tests on a JDK 25, in the module's target folder, and believes them only if
# every planned run passed: to jcstress itself a fork that dies at its start is a "soft error", and a
# module whose forks all die a success.
set -euo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/jdk.sh"
PATH=$JAVA_HOME/bin:$PATH # jcstress starts its forks by name

mode=$1 test=$2 classpath=$3
short=()
if [[ "$mode" == quick ]]; then
    # One fork under C2 alone, which reorders most, and without a sweep over compilers: a second or two
    # a test, millions of samples. What it misses, the long run finds.
    short=(-sc false -f 1 -fsm 1 -iters 5 -time 100 -jvmArgs -XX:-TieredCompilation)
fi
status=0
java -cp "$classpath" org.openjdk.jcstress.Main -m "$mode" -t "$test" -r jcstress ${short[@]+"${short[@]}"} |
    tee jcstress.log || status=$?

if [[ "$test" != '.*' ]] && grep -qs 'No matching tests' jcstress.log; then
    exit 0 # one test was asked for, and it is another module's
fi
results=$(grep -E '^\(?Results: ' jcstress.log | tail -n 1 || true)
if [[ $status != 0 || ! "$results" =~ Results:\ ([0-9]+)\ planned\;\ ([0-9]+)\ passed ]] ||
    [[ "${BASH_REMATCH[1]}" == 0 || "${BASH_REMATCH[1]}" != "${BASH_REMATCH[2]}" ]]; then
    echo "heddle: not every jcstress run passed: ${results:-no results at all}" >&2
    exit 1
fi
