# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# `./fairlead test` and `./fairlead fuzz`. Sourced by the launcher, which brings say, $home and $java.
#
# One part runs after the other, and one that fails ends the whole. Only what is bound by processors shares them: Maven builds as many
# modules at a time as there are processors, two fuzzers run at a time. A testbed has the machine to itself (the profile "testbed" in pom.xml).

# How every part began: its second and its name.
part_begins=()
part_names=()

part() {
    part_begins+=("$SECONDS")
    part_names+=("$1")
    say "$1"
}

run_tests() {
    cd "$home"
    local excluded="" newer
    if [ "$(id -u)" -ne 0 ] && [ "${CI:-}" != true ]; then
        say "left out: the test of slow disks, which needs root"
        excluded=root
        if ! python3 -c 'import simgrid' 2>/dev/null; then
            say "left out: the comparison with SimGrid; install it with: sudo apt-get install -y python3-simgrid"
            excluded="root|simgrid"
        fi
    fi
    tests_began=$(mktemp)
    trap 'say_the_end $? || true; rm -f "$tests_began"' EXIT

    part "unit tests, format and static checks"
    mvn -B -T 1C verify "$@"
    part "tests on a real testbed"
    mvn -B -P testbed,compiled test -Dtests.excluded="$excluded" "$@"
    part "the fuzzer on each reader of files"
    FAIRLEAD_FUZZ_SECONDS=${FAIRLEAD_FUZZ_SECONDS:-10} run_fuzzers
    newer=$(newer_jdk)
    if [ -n "$newer" ]; then
        part "unit tests on the newer JDK in $newer"
        # It compiles what users build, and runs the tests as they are. What Error Prone, the formatter, the jars' check and the tests tagged "long" have to say does not depend on the JDK.
        JAVA_HOME=$newer mvn -B -T 1C -P compiled test -Dmaven.main.skip=false -Dtarget.directory=target/newer-jdk \
            -Derror.prone.checks=-XepDisableAllChecks -Dtests.excluded='testbed | long' "$@"
    else
        say "no newer JDK than the one in use is installed; nothing more to test"
    fi
}

# Feeds every reader of files that users bring with what a fuzzer makes up: each target for a minute (ten seconds as a part of all tests), or FAIRLEAD_FUZZ_SECONDS;
# all targets, or those that are named. What it finds and keeps stays under sim/target/fuzz.
run_fuzzers() {
    cd "$home"
    local sources=sim/src/test/java/org/fairlead/sim/fuzz
    local targets=("$@")
    [ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(basename -s .java "$sources"/*Target.java)
    local target
    for target in "${targets[@]}"; do
        if [ ! -f "$sources/$target.java" ]; then
            say "no fuzz target '$target'; there are: $(basename -s .java "$sources"/*Target.java | xargs)"
            exit 2
        fi
    done
    mvn -B -q -pl sim -am test-compile dependency:build-classpath \
        -Dmdep.outputFile=target/fuzz-classpath -Dmdep.includeScope=test
    # A fuzzer uses one processor. xargs keeps the terminal's Ctrl-C for all of them, which bash's own background jobs would not get.
    local at_once=2
    [ "$(nproc)" -gt 1 ] || at_once=1
    export home java
    export fuzz_seconds=${FAIRLEAD_FUZZ_SECONDS:-60}
    fuzz_classes=$home/sim/target/test-classes:$home/sim/target/classes:$(cat sim/target/fuzz-classpath)
    export fuzz_classes
    export -f say fuzz
    if ! printf '%s\n' "${targets[@]}" | xargs -P "$at_once" -I {} bash -euo pipefail -c 'fuzz "$1"' fuzz {}; then
        say "the fuzzer found inputs that break what is named above; they are in sim/target/fuzz, each with its log"
        exit 1
    fi
}

# One target. Fails when the fuzzer finds something.
fuzz() {
    local target=$1 place=$home/sim/target/fuzz/$1 code=0
    say "fuzzing: $target, for $fuzz_seconds s"
    mkdir -p "$place/corpus"
    cd "$place"
    "$java" -Xmx1g -cp "$fuzz_classes" com.code_intelligence.jazzer.Jazzer \
        --target_class="org.fairlead.sim.fuzz.$target" --instrumentation_includes='org.fairlead.**' \
        --reproducer_path="$place" -artifact_prefix="$place/" -max_total_time="$fuzz_seconds" -max_len=4096 -timeout=120 \
        -rss_limit_mb=3072 -print_final_stats=1 corpus "$home/sim/src/test/resources/org/fairlead/sim/fuzz/$target" \
        >"$place/log" 2>&1 || code=1
    if [ "$code" -ne 0 ]; then
        say "broken: $target"
        { grep -E -A 12 '^== Java Exception|ERROR: libFuzzer' "$place/log" || tail -n 12 "$place/log"; } | sed -n '1,40p' >&2
    fi
    say "inputs tried: $(sed -n 's/^stat::number_of_executed_units: *//p' "$place/log"), $target"
    return "$code"
}

# The newest installed JDK, if it is newer than the one in use.
newer_jdk() {
    local best="" best_version
    best_version=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p')
    local candidate version
    for candidate in /usr/lib/jvm/*/; do
        [ -x "$candidate/bin/javac" ] || continue
        version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$candidate/release" 2>/dev/null)
        if [ -n "$version" ] && [ "$version" -gt "$best_version" ]; then
            best=${candidate%/}
            best_version=$version
        fi
    done
    echo "$best"
}

# What failed, then where the time went: a table of the parts and one of the slowest test classes, as Surefire's reports have them.
say_the_end() {
    [ "$1" -eq 0 ] || say "not passed: ${part_names[-1]}"
    local i seconds class report
    local -x LC_ALL=C
    {
        echo "fairlead: minutes and seconds that each part took"
        for i in "${!part_names[@]}"; do
            minutes_line $((${part_begins[i + 1]:-$SECONDS} - part_begins[i])) "${part_names[i]}"
        done
        minutes_line "$SECONDS" "all"
        echo "fairlead: the ten test classes that took longest"
        find */target -path '*/surefire-reports/TEST-*.xml' -newer "$tests_began" -exec grep -Hm 1 '<testsuite ' {} + |
            sed -nE 's|^([^:]*):.* name="([^"]*)" time="([0-9.,]*)".*|\3 \2 \1|p' | tr -d , | sort -rn | sed -n '1,10p' |
            while read -r seconds class report; do
                case $report in */newer-jdk/*) class="$class, newer JDK" ;; esac
                minutes_line "${seconds%.*}" "$class"
            done
    } >&2
}

minutes_line() {
    printf '  %3d:%02d  %s\n' $(($1 / 60)) $(($1 % 60)) "$2"
}
