// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.Transfer;

/**
 * The hosts that hold the output which a task receives, each with its share of it: a row of a {@link MapOutputMatrix}, of one task or of all that are
 * alike. Hosts by index. Immutable; two are equal only if they are the same row.
 */
public final class MapOutputLocations {
    /** Of a set of which nobody knows who sends. */
    public static final MapOutputLocations UNKNOWN = new MapOutputLocations(new int[0], new float[0], 0, 0, false);

    /** Of what a task receives: a host with so much of it is preferred (Spark's {@code REDUCER_PREF_LOCS_FRACTION}). */
    public static final double LARGE_SHARE = 0.2;

    private static final int MOST_PATHS = 16;

    /** Of many rows one after the other: this one's begin at {@code from}. */
    private final int[] hosts;

    private final float[] bytes;
    private final int from;
    private final int count;
    private final double sum;
    private final double largestShare;
    private final boolean ofOneTask;

    /** @param bytes by host, of all tasks of the set together */
    public MapOutputLocations(Map<Integer, Double> bytes) {
        this(senders(bytes), bytes);
    }

    private MapOutputLocations(int[] hosts, Map<Integer, Double> bytes) {
        this(hosts, floats(hosts, bytes), 0, hosts.length, false);
    }

    /** A part of two arrays, which nobody changes any more; hosts by increasing index. */
    MapOutputLocations(int[] hosts, float[] bytes, int from, int count, boolean ofOneTask) {
        this.hosts = hosts;
        this.bytes = bytes;
        this.from = from;
        this.count = count;
        this.ofOneTask = ofOneTask;
        double all = 0;
        double most = 0;
        for (int i = from; i < from + count; i++) {
            all += bytes[i];
            most = Math.max(most, bytes[i]);
        }
        sum = all;
        largestShare = all > 0 ? most / all : 0;
    }

    private static int[] senders(Map<Integer, Double> bytes) {
        return bytes.entrySet().stream()
                .filter(sender -> sender.getValue() > 0)
                .mapToInt(Map.Entry::getKey)
                .sorted()
                .toArray();
    }

    private static float[] floats(int[] hosts, Map<Integer, Double> bytes) {
        float[] values = new float[hosts.length];
        for (int i = 0; i < hosts.length; i++) {
            values[i] = bytes.get(hosts[i]).floatValue();
        }
        return values;
    }

    public boolean areUnknown() {
        return count == 0;
    }

    /** Whether they are those of one task, unlike those of the whole set, or of tasks that are alike. */
    public boolean areOfOneTask() {
        return ofOneTask;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** One of them, from 0, by increasing index. */
    public int host(int at) {
        return hosts[from + at];
    }

    /** Share of the bytes that lies on one of them, from 0; 0 to 1. */
    public double shareAt(int at) {
        return bytes[from + at] / sum;
    }

    /** Bytes on one of them, from 0. */
    double bytesAt(int at) {
        return bytes[from + at];
    }

    /** Bytes on all of them. */
    public double bytes() {
        return sum;
    }

    /** Share of the bytes that lies on a host, 0 to 1. */
    public double share(int host) {
        int at = Arrays.binarySearch(hosts, from, from + count, host);
        return at < 0 ? 0 : bytes[at] / sum;
    }

    /** The largest of all shares, 0 to 1. */
    public double largestShare() {
        return largestShare;
    }

    /** Hosts that hold much more than others do: a fifth of the bytes, and half as much again as an even part. */
    public int[] outstanding() {
        return withShare(Math.max(LARGE_SHARE, 1.5 / Math.max(1, count)));
    }

    /** Hosts with at least such a share, by increasing index. */
    public int[] withShare(double least) {
        if (largestShare < least) {
            return new int[0];
        }
        int[] found = new int[count];
        int large = 0;
        for (int i = 0; i < count; i++) {
            if (shareAt(i) >= least) {
                found[large] = host(i);
                large++;
            }
        }
        return Arrays.copyOf(found, large);
    }

    /**
     * What a task carries over the network: over the way from each sender that sender's share; of more than {@value #MOST_PATHS} senders, so
     * many stand for all.
     *
     * @param host that receives
     * @param taskBytes of the task, from its own host too
     * @param bytesPerSecond expected of all together
     * @param seed decides who stands for all
     */
    public Transfer transfer(PathResolver paths, int host, long taskBytes, double bytesPerSecond, long seed) {
        List<Link> links = new ArrayList<>();
        List<Double> crossing = new ArrayList<>();
        List<Link> all = paths.topology().links();
        int down = paths.topology().routes().downLink(host);
        if (down >= 0) {
            links.add(all.get(down));
            crossing.add(1 - share(host));
        }
        int counted = Math.min(MOST_PATHS, count);
        int first = (int) Math.floorMod(seed * MOST_PATHS, (long) Math.max(1, count));
        for (int i = 0; i < counted; i++) {
            int at = (first + i) % count;
            if (host(at) != host) {
                double share = Math.min(1, shareAt(at) * count / counted);
                paths.resolve(host(at), host, TrafficClass.SHUFFLE, (link, part) -> {
                    if (link != down) {
                        links.add(all.get(link));
                        crossing.add(share * part);
                    }
                });
            }
        }
        return new Transfer(links, crossing, taskBytes, bytesPerSecond);
    }
}
