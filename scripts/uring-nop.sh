#!/usr/bin/env bash
# usage: uring-nop.sh [ROUNDS]
# What a NOP through io_uring costs here against a C program with liburing: thread CPU time, alone and in
# batches of 64, as the ratio of the medians of both. The bar is 1.15. Both run at once on one CPU, so that
# whatever disturbs one disturbs the other, and each in ROUNDS rounds (20) of which the first fifth warms
# up. Needs a C compiler and liburing with its headers (liburing-dev). Half a minute.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/jdk.sh"

rounds=${1:-20}
if ! [[ "$rounds" =~ ^[0-9]+$ ]] || ((rounds < 5)); then
    echo "heddle: ROUNDS is \"$rounds\", but must be a number from 5; usage: uring-nop.sh [ROUNDS]" >&2
    exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if ! "${CC:-cc}" -O2 -o "$scratch/nop" "$root/scripts/uring-nop.c" -luring 2>"$scratch/cc.txt"; then
    echo "heddle: uring-nop.c does not compile: $(grep -m 1 -E 'error|not found' "$scratch/cc.txt" || head -n 1 "$scratch/cc.txt"); install a C compiler and liburing-dev" >&2
    exit 2
fi
(cd "$root" && ./mvnw -B -q -ntp -DskipTests test-compile -pl drivers -am)

median() { # of the rounds that are not warm-up
    tail -n +"$((rounds / 5 + 1))" "$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

cpu=$(taskset -cp $$ | sed 's/.*[:,-] *//')
classes=$root/drivers/target/test-classes:$root/drivers/target/classes:$root/runtime/target/classes
for cell in '1 200000' '64 4000000'; do
    read -r batch nops <<<"$cell"
    taskset -c "$cpu" "$scratch/nop" "$batch" "$nops" "$rounds" >"$scratch/c.txt" &
    c=$!
    taskset -c "$cpu" "$JAVA_HOME/bin/java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \
        -cp "$classes" dev.heddle.drivers.uring.NopCost "$batch" "$nops" "$rounds" >"$scratch/java.txt"
    wait "$c"
    awk -v batch="$batch" -v java="$(median "$scratch/java.txt")" -v c="$(median "$scratch/c.txt")" \
        'BEGIN { printf "batch %2d: Java %.1f ns, C %.1f ns of thread CPU per NOP, ratio %.2f\n", batch, java, c, java / c }'
done
