// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.protocol.application.ApplicationReport;
import org.fairlead.protocol.application.ApplicationVerdict;
import org.fairlead.protocol.application.CanaryReport;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DeclineReport;
import org.fairlead.protocol.application.LaunchReport;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.protocol.time.TimeSource;

/**
 * All that is kept of an application: numbers of its newest stages, its newest launches and declines, link loads, the canary's comparison. A few
 * megabytes, however long it runs.
 */
public final class Records {
    static final int STAGES = 500;
    /** While that many run. */
    static final int MOST_STAGES = 2 * STAGES;

    static final int LAUNCHES = 1 << 14;
    static final int DECLINES = 1 << 13;
    private static final int LINKS_OF_A_STAGE = 6;

    private final ConcurrentSkipListMap<Key, StageRecord> stages = new ConcurrentSkipListMap<>();
    private final LaunchRing launches = new LaunchRing(LAUNCHES);
    private final DeclineRing declines = new DeclineRing(DECLINES);
    private final LinkHistory links = new LinkHistory();
    private final Totals totals = new Totals();
    private final SourceRecords seen =
            new SourceRecords((stage, attempt) -> known(stage, attempt).map(StageRecord::sources), this::write);
    private final StageComparison canary = new StageComparison();
    private final LaunchJournal journal;
    private final TimeSource time;
    private volatile Optional<DecisionFile> file = Optional.empty();

    /** @param journal in which launches are noted before they come here */
    public Records(LaunchJournal journal, TimeSource time) {
        this.journal = journal;
        this.time = time;
    }

    private record Key(int stage, int attempt) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparingInt(Key::stage).thenComparingInt(Key::attempt);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    /** What others know of the application. */
    public record About(
            String id,
            String name,
            String mode,
            String policy,
            double canaryShare,
            Map<String, ExecutorMemory> memory,
            PrefetchReport prefetch,
            CopiesReport copies) {}

    /** For a stage of which tasks are to be launched. */
    public StageRecorder recorder(int stage, int attempt) {
        return new StageRecorder(this, stage(stage, attempt));
    }

    /** Nothing of ours is asked about a stage. */
    public void stockAlone(int stage, int attempt, String reason) {
        stage(stage, attempt).stockAlone(reason);
    }

    TimeSource time() {
        return time;
    }

    LaunchJournal journal() {
        return journal;
    }

    /** To be registered with Spark's listener bus. */
    public RecordListener listener() {
        return new RecordListener(this);
    }

    /** What is to be reported to metrics. */
    public Totals totals() {
        return totals;
    }

    /** Where what executors have seen is to go. */
    public SourceRecords seen() {
        return seen;
    }

    public LinkHistory links() {
        return links;
    }

    /** From now on what is decided is written there. */
    public void writeTo(DecisionFile decisions) {
        file = Optional.of(decisions);
    }

    /** The application is over: what became of input that was fetched ahead. */
    public void fetchedAhead(PrefetchReport prefetch) {
        write(DecisionLine.of(prefetch));
    }

    /** The application is over: what became of map output that was copied while its stage ran. */
    public void copied(CopiesReport copies) {
        write(DecisionLine.of(copies));
    }

    private void write(DecisionLine line) {
        file.ifPresent(decisions -> decisions.add(line));
    }

    /** Empty when the stage is not, or no longer, known. */
    private Optional<StageRecord> known(int stage, int attempt) {
        return Optional.ofNullable(stages.get(new Key(stage, attempt)));
    }

    StageRecord stage(int stage, int attempt) {
        Key key = new Key(stage, attempt);
        StageRecord known = stages.get(key);
        if (known != null) {
            return known;
        }
        StageRecord made =
                stages.computeIfAbsent(key, unused -> new StageRecord(stage, attempt, time.currentTimeMillis()));
        if (stages.size() > STAGES) {
            makeRoom();
        }
        return made;
    }

    /** The oldest stage that is over goes; where all run, one does once there are too many. */
    private void makeRoom() {
        Optional<Key> over = stages.entrySet().stream()
                .filter(each -> each.getValue().isOver())
                .map(Map.Entry::getKey)
                .findFirst();
        if (over.isPresent()) {
            stages.remove(over.get());
        } else if (stages.size() > MOST_STAGES) {
            stages.pollFirstEntry();
        }
    }

    void launched(Launch launch) {
        totals.launched(launch.rule());
        launches.add(launch);
    }

    void declined(Decline decline) {
        declines.add(decline);
    }

    void ended(StageRecord stage, long taskId, TaskEnd end) {
        journal.settle();
        Launch launch = launches.ended(taskId, end.outcome());
        TaskPlacement placing = launch == null ? TaskPlacement.UNKNOWN : launch.placing();
        stage.ended(end, placing.distance(), placing.expectedSeconds());
        totals.ended(end, placing.distance());
        if (launch != null) {
            write(DecisionLine.of(launch.report()));
        }
    }

    void completed(StageRecord stage, boolean successful) {
        journal.settle();
        if (successful) {
            canary.completed(stage);
        }
        totals.addFree(stage.freeNanos());
        file.ifPresent(decisions -> {
            declinesOf(decline -> decline.stage() == stage).forEach(decline -> decisions.add(DecisionLine.of(decline)));
            decisions.add(DecisionLine.of(stage.report()));
        });
    }

    public CanaryReport canary() {
        return canary.report();
    }

    /** @param last how many launches and declines each */
    public ApplicationReport report(About about, int last) {
        journal.settle();
        List<StageReport> newest = stages.descendingMap().values().stream()
                .map(StageRecord::report)
                .toList();
        CanaryReport measured = canary();
        return new ApplicationReport(
                about.id(),
                about.name(),
                time.currentTimeMillis(),
                about.mode(),
                about.policy(),
                about.canaryShare(),
                measured,
                ApplicationVerdict.of(about.mode(), measured, newest),
                about.memory(),
                newest,
                first(launchesOf(launch -> true), last),
                first(declinesOf(decline -> true), last),
                seen.allowances(),
                about.prefetch(),
                about.copies());
    }

    /** Empty when the stage is not, or no longer, known. */
    public Optional<StageDetail> detail(String application, int stage, int attempt) {
        journal.settle();
        return known(stage, attempt)
                .map(record -> new StageDetail(
                        application,
                        record.report(),
                        launchesOf(launch -> launch.stage() == record),
                        declinesOf(decline -> decline.stage() == record),
                        links.between(
                                record.submittedMillis(),
                                record.untilMillis(time.currentTimeMillis()) + 1000,
                                LINKS_OF_A_STAGE)));
    }

    private List<LaunchReport> launchesOf(Predicate<Launch> wanted) {
        List<LaunchReport> found = new ArrayList<>();
        launches.forEach(launch -> {
            if (wanted.test(launch)) {
                found.add(launch.report());
            }
        });
        found.sort(Comparator.comparingLong(LaunchReport::taskId).reversed());
        return found;
    }

    private List<DeclineReport> declinesOf(Predicate<Decline> wanted) {
        List<DeclineReport> found = new ArrayList<>();
        declines.forEach(decline -> {
            if (wanted.test(decline)) {
                found.add(decline.report());
            }
        });
        found.sort(Comparator.comparingLong(DeclineReport::sinceMillis).reversed());
        return found;
    }

    private static <T> List<T> first(Collection<T> all, int most) {
        return all.stream().limit(most).toList();
    }
}
