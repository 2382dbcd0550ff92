#!/usr/bin/env bash
# usage: mutation-check.sh [NAME...]
# Plants the faults of runtime/mutations one by one in a copy of the tree, and demands that every test
# the fault's file names fails. A fault that a test lets pass is printed, and the exit code is 1.
#   mutation-check.sh --page   prints runtime/MUTATIONS.md, which lists fault and tests, and exits.
#
# A fault is a patch. The lines in front of it are its description:
#   Fault: one line
#   Caught-by: test MODULE CLASSES        JUnit, as in -Dtest=CLASSES
#   Caught-by: jcstress MODULE REGEX      jcstress, quick mode
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
cd "$root"
faults=runtime/mutations

field() { sed -n "s/^$1: //p" "$2"; }

page() {
    cat <<'HEAD'
# Planted faults, and the tests that catch them

`scripts/mutation-check.sh` plants each of these faults in a copy of the tree and demands that each of
the tests beside it fails. The patches are in `mutations/`; this page is made from them by
`scripts/mutation-check.sh --page`.

| fault | what is wrong | caught by |
|---|---|---|
HEAD
    local patch kind module tests
    for patch in "$faults"/*.patch; do
        printf '| [`%s`](mutations/%s) | %s | ' "$(basename "$patch" .patch)" "$(basename "$patch")" "$(field Fault "$patch")"
        local first=1
        while read -r kind module tests; do
            [[ $first == 1 ]] || printf '<br>'
            first=0
            [[ $kind == test ]] && kind=JUnit
            printf '%s `%s` in `%s`' "$kind" "${tests//|/\\|}" "$module"
        done < <(field Caught-by "$patch")
        printf ' |\n'
    done
}

if [[ "${1:-}" == --page ]]; then
    page
    exit 0
fi
if ! diff -u runtime/MUTATIONS.md <(page); then
    echo "heddle: runtime/MUTATIONS.md is not what the patches say; write it anew: scripts/mutation-check.sh --page > runtime/MUTATIONS.md" >&2
    exit 1
fi

source scripts/jdk.sh
if [[ $# -gt 0 ]]; then
    patches=()
    for name in "$@"; do
        if [[ ! -f "$faults/$name.patch" ]]; then
            echo "heddle: there is no fault '$name'; there are: $(cd "$faults" && printf '%s ' *.patch | sed 's/\.patch//g')" >&2
            exit 2
        fi
        patches+=("$faults/$name.patch")
    done
else
    patches=("$faults"/*.patch)
fi

work=target/mutation-check
rm -rf "$work"
mkdir -p "$work/tree"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    [[ -e "$file" ]] && printf '%s\0' "$file"
done | tar --null -T - -cf - | tar -xf - -C "$work/tree"
work=$(cd "$work" && pwd)

maven() { (cd "$work/tree" && timeout 900 ./mvnw -B -ntp "$@"); }

# Only a fault may make a test fail here: the tree compiles, and its modules find each other.
surviving=0
for patch in "${patches[@]}"; do
    name=$(basename "$patch" .patch)
    # GIT_DIR at nothing: the copy lies inside a repository, whose index git would ask otherwise.
    (cd "$work/tree" && GIT_DIR=/dev/null git apply "$root/$patch") || {
        echo "heddle: $patch does not apply any more; plant its fault anew" >&2
        exit 1
    }
    mapfile -t catchers < <(field Caught-by "$patch")
    [[ ${#catchers[@]} -gt 0 ]] || { echo "heddle: $patch names no test" >&2; exit 1; }
    for catcher in "${catchers[@]}"; do
        read -r kind module tests <<<"$catcher"
        log="$work/$name-$kind-$module.log"
        status=0
        case $kind in
            test)
                maven test --projects "$module" --also-make "-Dtest=$tests" \
                    "-Djunit.jupiter.execution.timeout.default=20 s" \
                    -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.failIfNoTests=false >"$log" 2>&1 || status=$?
                evidence='Tests run: [0-9]+, (Failures: [1-9]|Failures: 0, Errors: [1-9])'
                ;;
            jcstress)
                maven integration-test --projects "$module" --also-make -DskipTests -Pstress -Dexplore.skip -Djcstress.mode=quick \
                    "-Djcstress.test=$tests" >"$log" 2>&1 || status=$?
                evidence='not every jcstress run passed: .*Results'
                ;;
            *)
                echo "heddle: $patch: '$kind' is neither test nor jcstress" >&2
                exit 1
                ;;
        esac
        if grep -q 'COMPILATION ERROR' "$log"; then
            grep -A 5 'COMPILATION ERROR' "$log" >&2
            echo "heddle: with the fault '$name' the tree does not compile, which shows nothing" >&2
            exit 1
        elif [[ $status == 0 ]]; then
            printf '%-34s SURVIVES  %s %s in %s\n' "$name" "$kind" "$tests" "$module"
            surviving=$((surviving + 1))
        elif [[ $status == 124 ]]; then
            printf '%-34s caught    %s %s in %s (it hung)\n' "$name" "$kind" "$tests" "$module"
        elif grep -qE "$evidence" "$log"; then
            printf '%-34s caught    %s %s in %s\n' "$name" "$kind" "$tests" "$module"
        else
            tail -n 20 "$log" >&2
            echo "heddle: with the fault '$name' the build failed, but no test did: see $log" >&2
            exit 1
        fi
    done
    (cd "$work/tree" && GIT_DIR=/dev/null git apply -R "$root/$patch")
done
if [[ $surviving -gt 0 ]]; then
    echo "heddle: $surviving times a planted fault was not caught" >&2
    exit 1
fi
