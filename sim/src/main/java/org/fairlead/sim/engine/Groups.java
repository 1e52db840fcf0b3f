// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

import java.util.Arrays;

/**
 * Groups in columns: bundles that have one variable of the solver together. A group is found by what makes it one: the resources and
 * usages, and either the owner of the share or what its only bundle wants.
 */
final class Groups {
    /** The owner of a group whose activities each have their own share. */
    static final int NOBODY = -1;

    int[][] resources = new int[16][];
    double[][] usages = new double[16][];
    /** Who has the share; {@link #NOBODY} when each activity has its own. */
    int[] owner = new int[16];
    /** The solver's number; −1 while it has none. */
    int[] variable = new int[16];

    int[] firstBundle = new int[16];
    /** Activities; 0 for a number that is free. */
    int[] count = new int[16];

    boolean[] pending = new boolean[16];
    /** The next group of the same owner, or −1. */
    int[] sibling = new int[16];

    private int[] hash = new int[16];
    private int[] nextInBucket = new int[16];
    private int[] buckets = filled(32);
    private int size;
    private int used;
    private int free = -1;

    private static int[] filled(int length) {
        int[] values = new int[length];
        Arrays.fill(values, -1);
        return values;
    }

    static int hash(int owner, int[] path, double weight, double minimum, double cap) {
        int value = owner;
        for (int resource : path) {
            value = value * 0x9E3779B1 + resource;
        }
        if (owner == NOBODY) {
            value = value * 31 + Double.hashCode(weight);
            value = value * 31 + Double.hashCode(minimum);
            value = value * 31 + Double.hashCode(cap);
        }
        value *= 0x85EBCA6B;
        return value ^ (value >>> 15);
    }

    /** The first group with the hash, or −1. */
    int first(int itsHash) {
        return next(buckets[itsHash & (buckets.length - 1)], itsHash);
    }

    /** The next one with the same hash, or −1. */
    int after(int group) {
        return next(nextInBucket[group], hash[group]);
    }

    private int next(int from, int itsHash) {
        int group = from;
        while (group >= 0 && hash[group] != itsHash) {
            group = nextInBucket[group];
        }
        return group;
    }

    boolean isOn(int group, int itsOwner, int[] path, double[] itsUsages) {
        return owner[group] == itsOwner
                && (resources[group] == path || Arrays.equals(resources[group], path))
                && (usages[group] == itsUsages || Arrays.equals(usages[group], itsUsages));
    }

    int add(int itsHash, int itsOwner, int[] path, double[] itsUsages) {
        int group;
        if (free >= 0) {
            group = free;
            free = sibling[group];
        } else {
            if (size == owner.length) {
                grow();
            }
            group = size++;
        }
        if (++used > buckets.length / 2) {
            moreBuckets();
        }
        hash[group] = itsHash;
        enterBucket(group);
        resources[group] = path;
        usages[group] = itsUsages;
        owner[group] = itsOwner;
        variable[group] = -1;
        firstBundle[group] = -1;
        count[group] = 0;
        sibling[group] = -1;
        return group;
    }

    private void enterBucket(int group) {
        int bucket = hash[group] & (buckets.length - 1);
        nextInBucket[group] = buckets[bucket];
        buckets[bucket] = group;
    }

    private void moreBuckets() {
        int[] before = buckets;
        buckets = filled(before.length * 2);
        for (int head : before) {
            int group = head;
            while (group >= 0) {
                int next = nextInBucket[group];
                enterBucket(group);
                group = next;
            }
        }
    }

    void remove(int group) {
        used--;
        int bucket = hash[group] & (buckets.length - 1);
        if (buckets[bucket] == group) {
            buckets[bucket] = nextInBucket[group];
        } else {
            int before = buckets[bucket];
            while (nextInBucket[before] != group) {
                before = nextInBucket[before];
            }
            nextInBucket[before] = nextInBucket[group];
        }
        sibling[group] = free;
        free = group;
    }

    private void grow() {
        int room = size * 2;
        resources = Arrays.copyOf(resources, room);
        usages = Arrays.copyOf(usages, room);
        owner = Arrays.copyOf(owner, room);
        variable = Arrays.copyOf(variable, room);
        firstBundle = Arrays.copyOf(firstBundle, room);
        count = Arrays.copyOf(count, room);
        pending = Arrays.copyOf(pending, room);
        sibling = Arrays.copyOf(sibling, room);
        hash = Arrays.copyOf(hash, room);
        nextInBucket = Arrays.copyOf(nextInBucket, room);
    }
}
