// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

import java.util.Arrays;

/**
 * Bundles in columns: activities that want and use the same, and so have the same rate. A bundle knows its <em>service</em>, the
 * bytes that each of its activities was given since the bundle began; an activity ends when the service reaches what it was when the
 * activity joined plus its amount. So the bundle's activities wait in a heap that no change of rate disturbs.
 */
final class Bundles {
    /** A service of more than this times an amount loses too many digits of it. */
    private static final double LONG_SERVICE = 1e4;

    private final Activities activities;
    int[] group = new int[16];
    double[] weight = new double[16];
    double[] minimum = new double[16];
    double[] cap = new double[16];
    /** Bytes per second of each activity. */
    double[] rate = new double[16];
    /** Activities; 0 for a number that is free. */
    int[] count = new int[16];
    /** The next bundle of the same group, or −1. */
    int[] sibling = new int[16];

    /** The service at which the first activity ends. */
    private double[] firstEnd = new double[16];

    private double[] service = new double[16];
    private double[] since = new double[16];
    private int[][] heaps = new int[16][];
    private int size;
    private int free = -1;

    Bundles(Activities activities) {
        this.activities = activities;
    }

    int add(int itsGroup, double itsWeight, double itsMinimum, double itsCap, double now) {
        int bundle;
        if (free >= 0) {
            bundle = free;
            free = sibling[bundle];
        } else {
            if (size == group.length) {
                grow();
            }
            bundle = size++;
            heaps[bundle] = new int[1];
        }
        group[bundle] = itsGroup;
        weight[bundle] = itsWeight;
        minimum[bundle] = itsMinimum;
        cap[bundle] = itsCap;
        rate[bundle] = 0;
        count[bundle] = 0;
        service[bundle] = 0;
        since[bundle] = now;
        return bundle;
    }

    private void grow() {
        int room = size * 2;
        group = Arrays.copyOf(group, room);
        weight = Arrays.copyOf(weight, room);
        minimum = Arrays.copyOf(minimum, room);
        cap = Arrays.copyOf(cap, room);
        rate = Arrays.copyOf(rate, room);
        count = Arrays.copyOf(count, room);
        sibling = Arrays.copyOf(sibling, room);
        firstEnd = Arrays.copyOf(firstEnd, room);
        service = Arrays.copyOf(service, room);
        since = Arrays.copyOf(since, room);
        heaps = Arrays.copyOf(heaps, room);
    }

    void remove(int bundle) {
        group[bundle] = -1;
        sibling[bundle] = free;
        free = bundle;
    }

    /** Accounts for the time up to now at the present rate. */
    void advance(int bundle, double now) {
        if (rate[bundle] > 0 && now > since[bundle]) {
            service[bundle] += rate[bundle] * (now - since[bundle]);
        }
        since[bundle] = now;
    }

    void join(int bundle, int activity, double amount, double now) {
        advance(bundle, now);
        if (service[bundle] > LONG_SERVICE * amount) {
            beginAnew(bundle);
        }
        activities.bundle[activity] = bundle;
        activities.finish[activity] = service[bundle] + amount;
        int place = count[bundle]++;
        if (place == heaps[bundle].length) {
            heaps[bundle] = Arrays.copyOf(heaps[bundle], place * 2);
        }
        up(heaps[bundle], place, activity);
        noteFirst(bundle);
    }

    private void noteFirst(int bundle) {
        firstEnd[bundle] = count[bundle] == 0 ? 0 : activities.finish[heaps[bundle][0]];
    }

    /** Counts the service from 0 again. */
    private void beginAnew(int bundle) {
        for (int i = 0; i < count[bundle]; i++) {
            activities.finish[heaps[bundle][i]] -= service[bundle];
        }
        service[bundle] = 0;
    }

    void leave(int bundle, int activity) {
        int[] heap = heaps[bundle];
        int place = activities.place[activity];
        int last = heap[--count[bundle]];
        if (last != activity) {
            if (activities.endsBefore(last, activity)) {
                up(heap, place, last);
            } else {
                down(heap, count[bundle], place, last);
            }
        }
        noteFirst(bundle);
    }

    /** The activity that ends first; there must be one. */
    int first(int bundle) {
        return heaps[bundle][0];
    }

    /** What an activity still lacks, in bytes, at least 0. */
    double remaining(int bundle, int activity, double now) {
        double served = service[bundle];
        if (rate[bundle] > 0 && now > since[bundle]) {
            served += rate[bundle] * (now - since[bundle]);
        }
        return Math.max(0, activities.finish[activity] - served);
    }

    /** When the first activity will end at the present rate; infinite when never. The bundle must be advanced to now. */
    double nextEnd(int bundle, double now) {
        if (count[bundle] == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double left = firstEnd[bundle] - service[bundle];
        if (left <= 0 || rate[bundle] == Double.POSITIVE_INFINITY) {
            return now;
        }
        return rate[bundle] > 0 ? now + left / rate[bundle] : Double.POSITIVE_INFINITY;
    }

    /** Sets the service to where the first activity has its amount, which rounding may have missed by a little. */
    void reachFirst(int bundle) {
        service[bundle] = Math.max(service[bundle], firstEnd[bundle]);
    }

    private void up(int[] heap, int from, int activity) {
        int place = from;
        while (place > 0) {
            int above = heap[(place - 1) >>> 1];
            if (!activities.endsBefore(activity, above)) {
                break;
            }
            heap[place] = above;
            activities.place[above] = place;
            place = (place - 1) >>> 1;
        }
        heap[place] = activity;
        activities.place[activity] = place;
    }

    private void down(int[] heap, int length, int from, int activity) {
        int place = from;
        while (2 * place + 1 < length) {
            int child = 2 * place + 1;
            if (child + 1 < length && activities.endsBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!activities.endsBefore(heap[child], activity)) {
                break;
            }
            heap[place] = heap[child];
            activities.place[heap[place]] = place;
            place = child;
        }
        heap[place] = activity;
        activities.place[activity] = place;
    }
}
