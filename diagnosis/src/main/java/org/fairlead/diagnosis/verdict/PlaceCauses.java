// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.stragglers.Stragglers;
import org.fairlead.diagnosis.verdict.NamedCause.Kind;
import org.fairlead.diagnosis.zones.Zones;

/**
 * Says which host's disk, processor or link, or which rack's link, is slow.
 *
 * <p><b>Goals.</b> The place, and what of it. In at most one of twenty applications is any place named wrongly.
 *
 * <p><b>Constraints.</b> Only what is seen of each read can tell disk and link apart. The link of a rack is named where there are three racks or more, or nobody could say at which end it is.
 *
 * <p><b>Algorithm.</b> Each suspect makes certain reads slow: a disk all that its DataNode gives, a host's link all that comes from or goes to other hosts, a rack's link all that crosses it. Of the suspects whose reads are slower than the rest by more than chance
 * (rank sums, Holm) the one is named that explains most of the differences among all reads, so that neither a host stands for its rack nor a rack for its host. A processor makes tasks slow in their own work. Where tasks of the host in question are slow
 * in that, too, it is the processor: a slow disk or link leaves computing alone. An attempt that was overtaken counts beside its copy, each on its own host, as far as it is known what it waited for.
 *
 * <p><b>Example.</b> Six hosts in three racks; all that leaves h3 or comes to it takes 4 times as long, reads on h3 itself as long as elsewhere, and its tasks compute as fast: the link of h3. Of the reads that cross the link of its rack only half are slow, so that link explains less.
 *
 * <p><b>Source.</b> Splitting by what explains most squares: Breiman et al., Classification and Regression Trees, 1984. The tests are those of {@link Stragglers}. The rest is ours.
 */
public final class PlaceCauses {
    /** Half for reads, half for the tasks' own work. */
    private static final double CHANCE = Stragglers.FALSE_ALARMS / 2;

    private static final int FEWEST_NEAR = 3;
    private static final int FEWEST_RACKS = 3;
    private static final int FEWEST_HOSTS = 2;
    private static final int MOST_BOTH_WAYS = 10;

    private final Schedule schedule;
    private final Optional<Zones> zones;
    private final List<List<SeenRead>> reads;
    private final List<List<TaskPace>> paces;
    /** The host whose processor is slow. */
    private final Optional<String> processor;

    /**
     * @param observed what a file of decisions tells of the application; empty where there is none
     * @param zones in which rack each host is; empty where nobody says
     */
    public PlaceCauses(Schedule schedule, Optional<ObservedReads> observed, Optional<Zones> zones) {
        this.schedule = schedule;
        this.zones = zones;
        reads = observed.map(each -> SeenRead.samples(schedule, each)).orElse(List.of());
        paces = TaskPace.samples(schedule, observed);
        processor = Suspect.best(processors(), CHANCE, Suspect.LEAST_SHIFT).map(Suspect::place);
    }

    /** A place that is slow, and what tasks take without that. */
    record Found(Kind kind, String place, TaskTimes left) {}

    /** At most one by reads and one by the tasks' own work; one where it is the same host. */
    List<Found> find() {
        List<Found> found = new ArrayList<>();
        processor.ifPresent(place -> found.add(new Found(Kind.PROCESSOR, place, likeOthers(place))));
        if (reads.isEmpty()) {
            new LoggedLinks(schedule, zones, paces).find(CHANCE).ifPresent(found::add);
        } else {
            slowByReads()
                    .ifPresent(
                            suspect -> found.add(new Found(suspect.kind(), suspect.place(), without(suspect.asked()))));
        }
        return found;
    }

    /** Not the host whose processor is slow: that makes reads slow as well. */
    private Optional<Suspect> slowByReads() {
        return Suspect.best(suspects(), CHANCE, Suspect.LEAST_SHIFT)
                .filter(suspect -> processor.isEmpty() || !processor.get().equals(suspect.place()));
    }

    /** What tasks take without the link that is slow, a host's or a rack's; empty where none is. */
    public Optional<TaskTimes> withoutSlowLink() {
        return slowByReads()
                .filter(suspect -> suspect.kind() == Kind.LINK || suspect.kind() == Kind.RACK_LINK)
                .map(suspect -> without(suspect.asked()));
    }

    /** What tasks take if a host's processor, disk and link are as fast as the others', as far as what was seen of reads and of its tasks' own work tells. */
    public TaskTimes likeOthers(String host) {
        return new TaskTimes(likeOthers(host, false), likeOthers(host, true));
    }

    /** What it gives and what comes to it from elsewhere each by itself: of a slow disk only the one is slow. */
    private double[] likeOthers(String host, boolean crowded) {
        Longer longer = new Longer(schedule.durations());
        takeOff(
                longer,
                List.of(
                        read -> read.source().equals(host),
                        read -> read.reader().equals(host) && !read.source().equals(host)),
                crowded);
        ToDoubleFunction<TaskPace> seconds = TaskPace::seconds;
        longer.takeOff(
                paces,
                pace -> pace.host().equals(host),
                pace -> !pace.host().equals(host),
                TaskPace::task,
                seconds,
                TaskPace::expected,
                sample -> 1);
        return Overtaken.settled(
                schedule,
                longer.left(),
                task -> !schedule.opensSlot(task) && schedule.host(task).equals(host));
    }

    private List<Suspect> suspects() {
        Map<String, Integer> hosts = new TreeMap<>();
        reads.forEach(sample -> sample.forEach(read -> {
            hosts.put(read.source(), 0);
            hosts.put(read.reader(), 0);
        }));
        List<String> names = numbered(hosts);
        int[] near = new int[names.size()];
        reads.stream()
                .flatMap(Collection::stream)
                .filter(read -> read.stored() && read.local())
                .forEach(read -> near[hosts.get(read.source())]++);
        Contrast[] disks = Contrast.of(reads, read -> read.stored() ? hosts.get(read.source()) : -1, names.size());
        List<Suspect> suspects = new ArrayList<>();
        for (int i = 0; i < disks.length; i++) {
            String host = names.get(i);
            suspects.add(new Suspect(
                    near[i] >= FEWEST_NEAR ? Kind.DISK : Kind.DISK_OR_LINK,
                    host,
                    read -> read.stored() && read.source().equals(host),
                    disks[i]));
        }
        links(
                suspects,
                Kind.LINK,
                names,
                read -> read.local() ? "" : read.source(),
                read -> read.local() ? "" : read.reader());
        zones.ifPresent(each -> racks(suspects, each, names));
        return suspects;
    }

    /** Numbers names in their order. */
    private static List<String> numbered(Map<String, Integer> names) {
        List<String> inOrder = List.copyOf(names.keySet());
        for (int i = 0; i < inOrder.size(); i++) {
            names.put(inOrder.get(i), i);
        }
        return inOrder;
    }

    /** Racks of two hosts or more, in their order; none where there are fewer than three racks: nobody could say at which end a slow link is. */
    static List<String> racks(Zones all, Collection<String> hosts) {
        Map<String, Integer> sizes = new TreeMap<>();
        hosts.forEach(host -> sizes.merge(all.zone(host), 1, Integer::sum));
        sizes.remove(Zones.UNKNOWN);
        return sizes.keySet().stream()
                .filter(rack -> sizes.size() >= FEWEST_RACKS && sizes.get(rack) >= FEWEST_HOSTS)
                .toList();
    }

    private void racks(List<Suspect> suspects, Zones all, List<String> hosts) {
        Map<String, String> rackOf = new HashMap<>();
        hosts.forEach(host -> rackOf.put(host, all.zone(host)));
        links(
                suspects,
                Kind.RACK_LINK,
                racks(all, hosts),
                read -> crosses(rackOf, read) ? rackOf.get(read.source()) : "",
                read -> crosses(rackOf, read) ? rackOf.get(read.reader()) : "");
    }

    private static boolean crosses(Map<String, String> rackOf, SeenRead read) {
        return !rackOf.get(read.source()).equals(rackOf.get(read.reader()));
    }

    /**
     * Links of places, one way, the other way and both; both of those alone of which one way explains most, since each takes a pass over all reads. The others count as looked at.
     *
     * @param from the place that a read leaves; empty for none
     * @param to the place that it comes to; empty for none
     */
    private void links(
            List<Suspect> suspects,
            Kind kind,
            List<String> places,
            Function<SeenRead, String> from,
            Function<SeenRead, String> to) {
        Map<String, Integer> numbers = new HashMap<>();
        places.forEach(place -> numbers.put(place, numbers.size()));
        Contrast[] leaving = Contrast.of(reads, read -> numbers.getOrDefault(from.apply(read), -1), places.size());
        Contrast[] coming = Contrast.of(reads, read -> numbers.getOrDefault(to.apply(read), -1), places.size());
        List<Integer> most = IntStream.range(0, places.size())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        (Integer i) -> -Math.max(leaving[i].explained(), coming[i].explained())))
                .limit(MOST_BOTH_WAYS)
                .toList();
        for (int i = 0; i < leaving.length; i++) {
            String place = places.get(i);
            Predicate<SeenRead> leaves = read -> from.apply(read).equals(place);
            Predicate<SeenRead> comes = read -> to.apply(read).equals(place);
            Contrast both = most.contains(i) ? Contrast.of(reads, leaves.or(comes)) : leaving[i];
            suspects.add(new Suspect(kind, place, leaves, leaving[i]));
            suspects.add(new Suspect(kind, place, comes, coming[i]));
            suspects.add(new Suspect(kind, place, leaves.or(comes), both));
        }
    }

    /**
     * Hosts whose tasks are slow in their own work. What some wait for may be unknown: a slow disk that nobody saw, answers of NameNode and driver over a slow link. So tasks that read nothing that is
     * stored have to be slow as well, and so has what is read on the host itself, where that is known.
     */
    private List<Suspect> processors() {
        Map<String, Integer> hosts = new TreeMap<>();
        paces.forEach(sample -> sample.forEach(pace -> hosts.put(pace.host(), 0)));
        List<String> names = numbered(hosts);
        List<List<TaskPace>> shuffled = paces.stream()
                .filter(sample -> sample.stream().noneMatch(TaskPace::stored))
                .toList();
        Contrast[] all = Contrast.of(paces, pace -> hosts.get(pace.host()), names.size());
        Contrast[] sure = Contrast.of(shuffled, pace -> hosts.get(pace.host()), names.size());
        Contrast[] near = Contrast.of(
                reads,
                read -> read.stored() && read.local() ? hosts.getOrDefault(read.source(), -1) : -1,
                names.size());
        List<Suspect> suspects = new ArrayList<>();
        for (int i = 0; i < all.length; i++) {
            if (isSlowOrUnknown(near[i]) && isSlowOrUnknown(sure[i])) {
                suspects.add(new Suspect(Kind.PROCESSOR, names.get(i), read -> false, all[i]));
            }
        }
        return suspects;
    }

    private static boolean isSlowOrUnknown(Contrast contrast) {
        return !contrast.isKnown() || contrast.shift() >= Suspect.LEAST_SHIFT;
    }

    private TaskTimes without(Predicate<SeenRead> asked) {
        return new TaskTimes(without(asked, false), without(asked, true));
    }

    private double[] without(Predicate<SeenRead> asked, boolean crowded) {
        Longer longer = new Longer(schedule.durations());
        takeOff(longer, List.of(asked), crowded);
        return Overtaken.settled(schedule, longer.left(), task -> false);
    }

    /**
     * Each kind by itself: what is far takes other times than what is near.
     *
     * @param slow what is slow, by parts that have nothing in common
     * @param crowded whether those that were held up get in the others' way
     */
    private void takeOff(Longer longer, List<Predicate<SeenRead>> slow, boolean crowded) {
        Predicate<SeenRead> others = read -> slow.stream().noneMatch(part -> part.test(read));
        for (boolean stored : new boolean[] {true, false}) {
            for (boolean local : new boolean[] {true, false}) {
                List<List<SeenRead>> alike = reads.stream()
                        .filter(sample -> sample.get(0).stored() == stored
                                && sample.get(0).local() == local)
                        .toList();
                boolean atOnce = !stored;
                ToDoubleFunction<List<SeenRead>> crowding =
                        sample -> crowded && !local ? Crowding.factor(schedule, sample, others.negate(), atOnce) : 1;
                boolean isSlow = false;
                for (Predicate<SeenRead> part : slow) {
                    isSlow |= longer.takeOff(
                            alike, part, others, SeenRead::task, SeenRead::seconds, SeenRead::expected, crowding);
                }
                if (isSlow) {
                    longer.lengthen(alike, others, SeenRead::task, SeenRead::seconds, crowding);
                }
            }
        }
    }
}
