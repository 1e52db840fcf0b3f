// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.policy;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.placement.ReadOrders;
import org.fairlead.core.prefetch.admission.RateAdmission;
import org.fairlead.core.prefetch.admission.RateAdmissions;
import org.fairlead.core.shuffle.ExchangePlannerPolicy;
import org.fairlead.core.shuffle.ExchangePlanners;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.sim.jobs.path.PathRules;

/**
 * The decisions of one contender, by the names of core's registries.
 *
 * @param name how reports call it
 * @param tasks who assigns tasks
 * @param replicas who places and reads replicas
 * @param slots whose jobs get slots first
 * @param paths who chooses among equal-cost paths
 * @param prefetch what is fetched before its task starts
 * @param fetching how that is carried out
 * @param exchange how shuffles are exchanged
 * @param pairsApart whether what tasks fetch of shuffles has a flow of its own from each host; empty where the run's options say it
 */
public record Policies(
        String name,
        Tasks tasks,
        Replicas replicas,
        Slots slots,
        Paths paths,
        Prefetch prefetch,
        Fetching fetching,
        Exchange exchange,
        Optional<Boolean> pairsApart) {
    /**
     * Who assigns tasks.
     *
     * @param assigner {@link org.fairlead.core.task.assigner.TaskAssigners}
     * @param options of the assigner
     * @param assigners by the name of an application that has another one than {@code assigner}
     * @param speculation {@link org.fairlead.core.task.speculation.Speculation}; {@code none} for none
     */
    public record Tasks(String assigner, AssignerOptions options, Map<String, String> assigners, String speculation) {
        public Tasks {
            assigners = Map.copyOf(assigners);
        }

        Tasks assigner(String other) {
            return new Tasks(other, options, assigners, speculation);
        }

        Tasks options(AssignerOptions other) {
            return new Tasks(assigner, other, assigners, speculation);
        }

        Tasks assigners(Map<String, String> others) {
            return new Tasks(assigner, options, others, speculation);
        }

        Tasks speculation(String other) {
            return new Tasks(assigner, options, assigners, other);
        }
    }

    /**
     * Who places replicas, and which of them is read.
     *
     * @param placer {@link org.fairlead.core.placement.Placers}
     * @param selector {@link org.fairlead.core.placement.ReadOrders}
     * @param favors whether tasks that know of slow hosts ask for others ({@link org.fairlead.core.placement.FavoredHosts}), and are asked before the placer
     */
    public record Replicas(String placer, String selector, boolean favors) {
        /** Nobody but the placer says where replicas go. */
        public Replicas(String placer, String selector) {
            this(placer, selector, false);
        }

        /** Whether readers try replicas in another order than stock's. */
        public boolean ordersReads() {
            return !selector.equals(ReadOrders.STOCK);
        }

        Replicas placer(String other) {
            return new Replicas(other, selector, favors);
        }

        Replicas selector(String other) {
            return new Replicas(placer, other, favors);
        }

        Replicas favors(boolean other) {
            return new Replicas(placer, selector, other);
        }
    }

    /**
     * Whose jobs get slots first, and how many there are.
     *
     * @param jobOrder {@link JobOrder}
     * @param pools of the job order; jobs of others get weight 1
     * @param copyComputeSplitting whether reduces that copy are admitted apart from those that compute (Hadoop)
     * @param reduceFactor slots for reduces of each host, as a multiple of the cluster's (the paper's "doubled reduce slots")
     */
    public record Slots(String jobOrder, List<JobOrder.Pool> pools, boolean copyComputeSplitting, double reduceFactor) {
        /** Jobs in the order of their submission, and the cluster's slots. */
        public static final Slots USUAL = new Slots("fifo", List.of(), false, 1);

        public Slots {
            pools = List.copyOf(pools);
        }

        public Slots jobOrder(String other) {
            return new Slots(other, pools, copyComputeSplitting, reduceFactor);
        }

        Slots pools(List<JobOrder.Pool> others) {
            return new Slots(jobOrder, others, copyComputeSplitting, reduceFactor);
        }

        Slots copyComputeSplitting(boolean other) {
            return new Slots(jobOrder, pools, other, reduceFactor);
        }

        Slots reduceFactor(double other) {
            return new Slots(jobOrder, pools, copyComputeSplitting, other);
        }
    }

    /**
     * How what is fetched ahead is carried out.
     *
     * @param admission which of it is guaranteed a rate: {@link org.fairlead.core.prefetch.admission.RateAdmissions}; {@code none} for nothing
     * @param memoryBytes of each machine for it; 0 for what is usual there: {@link org.fairlead.sim.jobs.prefetch.MachineMemory}
     * @param mostAtOnce transfers to a machine at a time; 0 for as many as there is memory for
     * @param byHeartbeat whether whoever foresees launches knows how far running tasks are by their machines' heartbeats; else at once
     * @param tasksFirst whether transfers leave a full link to tasks: {@link org.fairlead.core.prefetch.admission.TasksFirst}; not where anything is guaranteed a rate
     */
    public record Fetching(
            String admission, long memoryBytes, int mostAtOnce, boolean byHeartbeat, boolean tasksFirst) {
        public static final String NO_ADMISSION = "none";
        public static final Fetching USUAL = new Fetching(NO_ADMISSION, 0);

        public Fetching {
            if (tasksFirst && !admission.equals(NO_ADMISSION)) {
                throw new IllegalArgumentException(
                        "what is guaranteed a rate leaves its link to nobody: tasks-first=on goes with admission="
                                + NO_ADMISSION + " only, not with " + admission);
            }
        }

        /** As many at once as there is memory for, all known at once, and links shared with tasks alike. */
        public Fetching(String admission, long memoryBytes) {
            this(admission, memoryBytes, 0, false, false);
        }

        /** Whether anything is guaranteed a rate. */
        public boolean admits() {
            return !admission.equals(NO_ADMISSION);
        }

        Fetching admission(String other) {
            return new Fetching(other, memoryBytes, mostAtOnce, byHeartbeat, tasksFirst);
        }

        Fetching memoryBytes(long other) {
            return new Fetching(admission, other, mostAtOnce, byHeartbeat, tasksFirst);
        }

        Fetching tasksFirst(boolean other) {
            return new Fetching(admission, memoryBytes, mostAtOnce, byHeartbeat, other);
        }

        /** Admission that has admitted nothing yet; empty where nothing is guaranteed. */
        public Optional<RateAdmission> rates() {
            return admits() ? Optional.of(RateAdmissions.named(admission)) : Optional.empty();
        }
    }

    /**
     * Who chooses among the equal-cost paths of a transfer.
     *
     * @param rule {@link org.fairlead.sim.jobs.path.PathRules}
     * @param together whether those who choose tasks and replicas know which paths are kept, and count on the best; else they count on the mean
     * @param classes whose paths the rule chooses; the network those of the others
     */
    public record Paths(String rule, boolean together, Set<TrafficClass> classes) {
        /** The network's own hash. */
        public static final Paths NETWORK = new Paths(PathRules.NETWORK, false);

        public Paths {
            classes = Set.copyOf(classes);
        }

        /** Of all classes. */
        public Paths(String rule, boolean together) {
            this(rule, together, EnumSet.allOf(TrafficClass.class));
        }

        Paths rule(String other) {
            return new Paths(other, together, classes);
        }

        Paths together(boolean other) {
            return new Paths(rule, other, classes);
        }

        Paths classes(Set<TrafficClass> others) {
            return new Paths(rule, together, others);
        }
    }

    /**
     * How shuffles are exchanged (Spark).
     *
     * @param planner {@link ExchangePlanners}; {@code copies} where map output is copied while its stage runs, else as {@code stock}; {@code stock} where tasks fetch by themselves and spill what exceeds their machine's memory; {@code none} where memory does not count
     * @param memoryBytes of each machine for shuffles; 0 for what is usual there: {@link org.fairlead.sim.jobs.exchange.ExchangeMemory}
     * @param store that overflow may go to
     * @param disks whether overflow may go to machines' own disks
     */
    public record Exchange(String planner, long memoryBytes, SharedStore store, boolean disks) {
        public static final String STOCK = "stock";
        public static final String COPIES = "copies";
        private static final String OFF = "none";
        public static final Exchange NONE = new Exchange(OFF, 0, SharedStore.NONE, true);

        /** All names. */
        public static List<String> names() {
            return Stream.concat(Stream.of(OFF, STOCK, COPIES), ExchangePlanners.names().stream())
                    .toList();
        }

        Exchange planner(String other) {
            return new Exchange(other, memoryBytes, store, disks);
        }

        Exchange memoryBytes(long other) {
            return new Exchange(planner, other, store, disks);
        }

        Exchange store(SharedStore other) {
            return new Exchange(planner, memoryBytes, other, disks);
        }

        /** Whether memory for shuffles counts. */
        public boolean countsMemory() {
            return !planner.equals(OFF);
        }

        /** Whether map output is copied while its stage runs. */
        public boolean copies() {
            return planner.equals(COPIES);
        }

        /** Who plans; empty where tasks fetch by themselves. */
        public Optional<ExchangePlannerPolicy> plans() {
            return countsMemory() && !planner.equals(STOCK) && !copies()
                    ? Optional.of(ExchangePlanners.policy(planner))
                    : Optional.empty();
        }
    }

    /**
     * Without speculation, with the usual options of the assigner and the usual slots, paths as the network has them, nothing fetched ahead, and memory for shuffles that does not count.
     *
     * @param name how reports call it
     * @param assigner of {@link Tasks}
     * @param placer of {@link Replicas}
     * @param selector of {@link Replicas}
     */
    public static Policies of(String name, String assigner, String placer, String selector) {
        return new Policies(
                name,
                new Tasks(assigner, AssignerOptions.USUAL, Map.of(), "none"),
                new Replicas(placer, selector),
                Slots.USUAL,
                Paths.NETWORK,
                Prefetch.OFF,
                Fetching.USUAL,
                Exchange.NONE,
                Optional.empty());
    }

    /** Under another name. */
    public Policies named(String other) {
        return new Policies(other, tasks, replicas, slots, paths, prefetch, fetching, exchange, pairsApart);
    }

    /** With tasks assigned by another. */
    public Policies with(Tasks other) {
        return new Policies(name, other, replicas, slots, paths, prefetch, fetching, exchange, pairsApart);
    }

    public Policies with(AssignerOptions other) {
        return with(tasks.options(other));
    }

    /** With other assigners for some applications. */
    public Policies withAssigners(Map<String, String> others) {
        return with(tasks.assigners(others));
    }

    /** With replicas placed and read in another way. */
    public Policies with(Replicas other) {
        return new Policies(name, tasks, other, slots, paths, prefetch, fetching, exchange, pairsApart);
    }

    /** With slots given in another order, or others. */
    public Policies with(Slots other) {
        return new Policies(name, tasks, replicas, other, paths, prefetch, fetching, exchange, pairsApart);
    }

    /** With another choice of paths. */
    public Policies with(Paths other) {
        return new Policies(name, tasks, replicas, slots, other, prefetch, fetching, exchange, pairsApart);
    }

    /** With another answer to what is fetched ahead. */
    public Policies with(Prefetch other) {
        return new Policies(name, tasks, replicas, slots, paths, other, fetching, exchange, pairsApart);
    }

    /** With what is fetched ahead carried out in another way. */
    public Policies with(Fetching other) {
        return new Policies(name, tasks, replicas, slots, paths, prefetch, other, exchange, pairsApart);
    }

    /** With shuffles exchanged in another way. */
    public Policies with(Exchange other) {
        return new Policies(name, tasks, replicas, slots, paths, prefetch, fetching, other, pairsApart);
    }

    /** With flows of shuffles apart or put together, whatever the run's options say. */
    Policies withPairsApart(boolean other) {
        return new Policies(name, tasks, replicas, slots, paths, prefetch, fetching, exchange, Optional.of(other));
    }

    /** The assigner of an application. */
    public String assignerOf(String application) {
        return tasks.assigners().getOrDefault(application, tasks.assigner());
    }
}
