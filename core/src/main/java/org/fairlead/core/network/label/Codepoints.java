// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The DSCP codepoints that an operator grants to paths. In IPv4 and IPv6 there are 64 (RFC 2474).
 *
 * <p>0 is what everybody's packets bear and can never be granted. {@code EF}, {@code CS6} and {@code CS7} carry voice and the network's own protocols nearly
 * everywhere: a range that merely covers one of them is refused, one that is written by itself is granted.
 */
public final class Codepoints {
    private static final int MOST = 63;
    private static final Map<Integer, String> OTHERS = new TreeMap<>(Map.of(
            46, "EF, voice",
            48, "CS6, the network's own protocols",
            56, "CS7, the network's own protocols"));
    private static final String ACCEPTED =
            "accepted: numbers and ranges from 1 to " + MOST + ", such as 8-15 or 11,15,19";
    private static final Pattern PART = Pattern.compile("(\\d{1,4})(?:\\s*-\\s*(\\d{1,4}))?");

    private final List<Integer> numbers;

    private Codepoints(List<Integer> numbers) {
        this.numbers = numbers;
    }

    /**
     * Reads what an operator wrote: numbers and ranges with commas between them.
     *
     * @throws IllegalArgumentException with what is wrong and what is accepted
     */
    public static Codepoints named(String text) {
        TreeSet<Integer> granted = new TreeSet<>();
        TreeSet<Integer> covered = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            Matcher read = PART.matcher(part.strip());
            if (!read.matches()) {
                throw wrong(
                        text,
                        part.isBlank()
                                ? "nothing is granted where a number is expected"
                                : "'" + part.strip() + "' is no number and no range");
            }
            int first = Integer.parseInt(read.group(1));
            int last = read.group(2) == null ? first : Integer.parseInt(read.group(2));
            add(text, first, last, last > first ? covered : granted);
        }
        List<String> taken = covered.stream()
                .filter(number -> OTHERS.containsKey(number) && !granted.contains(number))
                .map(number -> number + " (" + OTHERS.get(number) + ")")
                .toList();
        if (!taken.isEmpty()) {
            throw wrong(
                    text,
                    "covers " + String.join(", ", taken)
                            + "; leave it out, or grant it by writing it once more by itself");
        }
        granted.addAll(covered);
        return new Codepoints(List.copyOf(new ArrayList<>(granted)));
    }

    private static void add(String text, int first, int last, Set<Integer> to) {
        if (first > last) {
            throw wrong(text, "the range " + first + "-" + last + " is empty");
        }
        if (last > MOST) {
            throw wrong(text, last + " is no codepoint");
        }
        if (first == 0) {
            throw wrong(text, "0 is what unlabelled packets bear, and goes as the network decides");
        }
        for (int number = first; number <= last; number++) {
            to.add(number);
        }
    }

    private static IllegalArgumentException wrong(String text, String problem) {
        return new IllegalArgumentException("codepoints '" + text + "': " + problem + "; " + ACCEPTED);
    }

    /** Ascending; at least one. */
    public List<Integer> numbers() {
        return numbers;
    }

    @Override
    public String toString() {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
