// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A metric's name and unit, how people call it and in which order they read it. */
record Metric(String name, String unit) {
    private static final List<String> FIRST = List.of(
            "query_time",
            "operation_time",
            "app_time",
            "job_time",
            "share_of_ideal",
            "goodput",
            "block_write_time",
            "file_write_time",
            "block_read_time",
            "file_read_time",
            "spark_block_read_time",
            "spark_block_write_time");
    /** Of what they are called when they are spoken of, unlike others. */
    private static final Map<String, String> THINGS = Map.of(
            RoundMeasurements.LINK_BYTES,
            "bytes over links",
            "share_of_ideal",
            "the share of the ideal",
            "goodput",
            "goodput");

    private static final Pattern PER_SUBJECT = Pattern.compile("([^\\[]*)\\[(.*)]", Pattern.DOTALL);
    private static final Pattern DIGITS = Pattern.compile("\\d+");

    /** Queries, applications, writes, reads, then the others by name; a query after the whole, q2 before q10. */
    static final Comparator<Metric> FOR_READERS = Comparator.comparingInt(Metric::rank)
            .thenComparing(Metric::base)
            .thenComparing(metric -> natural(metric.subject()))
            .thenComparing(Metric::name)
            .thenComparing(Metric::unit);

    private int rank() {
        int known = FIRST.indexOf(base());
        return known >= 0 ? known : base().equals(RoundMeasurements.LINK_BYTES) ? FIRST.size() + 1 : FIRST.size();
    }

    /** A key that sorts numbers by their size: 2 before 10. */
    static String natural(String name) {
        return DIGITS.matcher(name)
                .replaceAll(found -> "0".repeat(Math.max(0, 12 - found.group().length())) + found.group());
    }

    /** Whether it is one subject's share of another metric, such as {@code query_time[q1]}. */
    boolean perSubject() {
        return PER_SUBJECT.matcher(name).matches();
    }

    /** The metric that it is a subject's share of; itself when it is none. */
    String base() {
        Matcher matcher = PER_SUBJECT.matcher(name);
        return matcher.matches() ? matcher.group(1) : name;
    }

    /** Empty when it is no subject's share. */
    String subject() {
        Matcher matcher = PER_SUBJECT.matcher(name);
        return matcher.matches() ? matcher.group(2) : "";
    }

    /** {@code query time [q1]} for {@code query_time[q1]}. */
    String title() {
        String words = base().replace('_', ' ');
        return perSubject() ? words + " [" + subject() + "]" : words;
    }

    /** What happened that often or took that long: {@code block writes} for {@code block_write_time}. */
    String things() {
        if (THINGS.containsKey(base())) {
            return THINGS.get(base()) + (perSubject() ? " [" + subject() + "]" : "");
        }
        String thing = title().replaceFirst(" (time|rate)(?=$| \\[)", "");
        if (perSubject()) {
            return thing;
        }
        String last = thing.toLowerCase(Locale.ROOT);
        if (last.endsWith("s")) {
            return thing;
        }
        return last.endsWith("y") ? thing.substring(0, thing.length() - 1) + "ies" : thing + "s";
    }

    /** Whether it is a time: no rate, no volume, no count, such as of the milliseconds for which hosts counted as slow. */
    boolean isTime() {
        return unit.equals("s");
    }

    /** Whether more of it is better: so for rates and for shares of an ideal, and not for times and volumes. */
    boolean moreIsBetter() {
        return unit.endsWith("/s") || unit.equals("share");
    }
}
