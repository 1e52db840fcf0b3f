// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.options;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A master's URL as the user wrote it, and which kind it is. While the scheduler is made, the URL that Spark reads bears a mark, by which
 * Spark finds our cluster manager.
 */
public record MasterUrl(String url, Kind kind) {
    private static final String MARK = "fairlead:";
    private static final Pattern LOCAL_CLUSTER =
            Pattern.compile("local-cluster\\[\\s*(\\d+)\\s*,\\s*(\\d+)\\s*,\\s*(\\d+)\\s*]");

    /** Who starts the executors. */
    public enum Kind {
        STANDALONE,
        LOCAL_CLUSTER,
        YARN,
        /** One process, or a manager that we know nothing of. */
        OTHER
    }

    /** Workers of a local cluster. */
    public record LocalCluster(int workers, int cores, int memoryMebibytes) {}

    public static MasterUrl of(String url) {
        String plain = url.startsWith(MARK) ? url.substring(MARK.length()) : url;
        if (plain.startsWith("spark://")) {
            return new MasterUrl(plain, Kind.STANDALONE);
        }
        if (LOCAL_CLUSTER.matcher(plain).matches()) {
            return new MasterUrl(plain, Kind.LOCAL_CLUSTER);
        }
        return new MasterUrl(plain, plain.equals("yarn") ? Kind.YARN : Kind.OTHER);
    }

    public static boolean isMarked(String url) {
        return url.startsWith(MARK);
    }

    /** Whether we have a scheduler for it. */
    public boolean isServed() {
        return kind != Kind.OTHER;
    }

    public String marked() {
        return MARK + url;
    }

    /** The masters of a standalone cluster, each with its scheme. */
    public String[] standaloneMasters() {
        String[] masters = url.substring("spark://".length()).split(",", -1);
        for (int i = 0; i < masters.length; i++) {
            masters[i] = "spark://" + masters[i];
        }
        return masters;
    }

    public LocalCluster localCluster() {
        Matcher matcher = LOCAL_CLUSTER.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalStateException(url + " is not a local cluster");
        }
        return new LocalCluster(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }
}
