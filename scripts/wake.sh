#!/usr/bin/env bash
# usage: wake.sh [ROUNDS [PUSHES]]
# What it costs to wake a worker that is parked in an I/O driver, beside one on plain LockSupport.
#   First table: two threads on one CPU wake each other in turn, as workers do (unpark, park, poll). CPU time
#   of both for one wake and one park, medians over ROUNDS rounds (25, the first fifth warms up) in which the
#   drivers alternate, and the median of the ratios to LockSupport's round beside it. The bar for io-uring is 1.4.
#   Second table: a thread spawns PUSHES tasks (10000000) as fast as it can on a runtime with one worker, each of
#   which only counts, and then a tenth as many at a distance, where the worker runs dry between two. Every one
#   must run; the bar is 0.5 wakes per push under load. Calls are all that the driver made.
# Half a minute.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/jdk.sh"

rounds=${1:-25}
pushes=${2:-10000000}
if ! [[ "$rounds" =~ ^[0-9]+$ && "$pushes" =~ ^[0-9]+$ ]] || ((rounds < 5 || pushes < 1)); then
    echo "heddle: ROUNDS is \"$rounds\" and PUSHES \"$pushes\", but must be numbers from 5 and from 1; usage: wake.sh [ROUNDS [PUSHES]]" >&2
    exit 2
fi
(cd "$root" && ./mvnw -B -q -ntp -DskipTests test-compile -pl drivers -am)

cpu=$(taskset -cp $$ | sed 's/.*[:,-] *//')
classes=$root/drivers/target/test-classes
for module in drivers runtime strategies timers; do
    classes+=:$root/$module/target/classes
done
wake() {
    "$@" "$JAVA_HOME/bin/java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \
        -cp "$classes" dev.heddle.drivers.WakeCost "${what[@]}"
}
what=(turns "$rounds" 20000)
wake taskset -c "$cpu"
what=(load "$pushes")
wake env
