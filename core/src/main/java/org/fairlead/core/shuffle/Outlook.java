// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.Arrays;
import org.fairlead.core.task.prediction.FanRates;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/**
 * What an exchange can expect at one moment: of each host's links and disk what others leave, in bytes per second; of the shared store; and where reduce tasks
 * are to run, as far as that is planned. Immutable: a plan stands on one version of the view.
 */
public final class Outlook {
    /** Of a partition whose task nobody has planned yet. */
    public static final int UNPLANNED = -1;

    private static final double MOST_UNKNOWN = 0.2;

    private final double[] sends;
    private final double[] receives;
    private final double[] diskReads;
    private final double[] diskWrites;
    private final SharedStore store;
    private final int[] taskHosts;
    private final boolean blind;

    private Outlook(
            double[] sends,
            double[] receives,
            double[] diskReads,
            double[] diskWrites,
            SharedStore store,
            int[] taskHosts,
            boolean blind) {
        this.sends = sends;
        this.receives = receives;
        this.diskReads = diskReads;
        this.diskWrites = diskWrites;
        this.store = store;
        this.taskHosts = taskHosts;
        this.blind = blind;
    }

    /**
     * Of links alone: disks that never limit, no store, no planned tasks.
     *
     * @param sends by host
     * @param receives by host
     */
    public static Outlook ofLinks(double[] sends, double[] receives) {
        if (sends.length != receives.length) {
            throw new IllegalArgumentException(sends.length + " hosts send, " + receives.length + " receive");
        }
        double[] unlimited = new double[sends.length];
        Arrays.fill(unlimited, Double.POSITIVE_INFINITY);
        return new Outlook(
                checked(sends, "sends"),
                checked(receives, "receives"),
                unlimited,
                unlimited,
                SharedStore.NONE,
                new int[0],
                false);
    }

    /** All hosts alike. */
    public static Outlook alike(int hosts, double bytesPerSecond) {
        double[] rates = new double[hosts];
        Arrays.fill(rates, bytesPerSecond);
        return ofLinks(rates, rates);
    }

    /**
     * As the view has links and disks at a moment. Blind where it does not know the links of more than a fifth of the hosts.
     *
     * @param hosts by number here, the index in the topology
     */
    public static Outlook of(Routes routes, Headroom headroom, int[] hosts) {
        FanRates rates = new FanRates(routes, headroom);
        return ofLinks(
                        Arrays.stream(hosts).mapToDouble(rates::out).toArray(),
                        Arrays.stream(hosts).mapToDouble(rates::in).toArray())
                .withDisks(
                        Arrays.stream(hosts).mapToDouble(headroom::read).toArray(),
                        Arrays.stream(hosts).mapToDouble(headroom::write).toArray())
                .blind(Arrays.stream(hosts).filter(headroom::isUnknown).count() > MOST_UNKNOWN * hosts.length);
    }

    private static double[] checked(double[] rates, String what) {
        for (int host = 0; host < rates.length; host++) {
            if (!(rates[host] >= 0)) {
                throw new IllegalArgumentException("host " + host + " " + what + " " + rates[host] + " bytes/s");
            }
        }
        return rates.clone();
    }

    /** With disks of such rates, by host; 0 where there is none: then map output lies in memory until it is brought elsewhere. */
    public Outlook withDisks(double[] reads, double[] writes) {
        if (reads.length != hosts() || writes.length != hosts()) {
            throw new IllegalArgumentException(
                    "disks of " + reads.length + " and " + writes.length + " hosts, of " + hosts());
        }
        return new Outlook(
                sends, receives, checked(reads, "disk reads"), checked(writes, "disk writes"), store, taskHosts, blind);
    }

    public Outlook withStore(SharedStore other) {
        return new Outlook(sends, receives, diskReads, diskWrites, other, taskHosts, blind);
    }

    /**
     * With tasks that are planned.
     *
     * @param hosts by partition; {@link #UNPLANNED} where that is open
     */
    public Outlook withTasks(int[] hosts) {
        return new Outlook(sends, receives, diskReads, diskWrites, store, hosts.clone(), blind);
    }

    /** Of a moment of which too little is known, or not. */
    public Outlook blind(boolean other) {
        return new Outlook(sends, receives, diskReads, diskWrites, store, taskHosts, other);
    }

    /** Whether too little is known to decide by it: then stock decides. */
    public boolean isBlind() {
        return blind;
    }

    public int hosts() {
        return sends.length;
    }

    public double sends(int host) {
        return sends[host];
    }

    public double receives(int host) {
        return receives[host];
    }

    public double diskReads(int host) {
        return diskReads[host];
    }

    public double diskWrites(int host) {
        return diskWrites[host];
    }

    public SharedStore store() {
        return store;
    }

    /** Where the task of a partition is planned to run; {@link #UNPLANNED} where that is open. */
    public int taskHost(int partition) {
        return partition < taskHosts.length ? taskHosts[partition] : UNPLANNED;
    }
}
