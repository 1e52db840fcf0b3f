// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checker finds each thing that may not happen, and nothing in a history in which none happened. */
final class CheckerTest {
    @TempDir
    private Path directory;

    private List<String> broken(PlantedHistory history) throws IOException {
        return history.judged(directory).stream()
                .filter(verdict -> !verdict.holds())
                .map(RuleVerdict::rule)
                .toList();
    }

    @Test
    void aRightHistoryPasses() throws Exception {
        assertThat(broken(PlantedHistory.right())).isEmpty();
    }

    @Test
    void aFileThatIsGoneIsFound() throws Exception {
        assertThat(broken(PlantedHistory.right()
                        .without(line -> line.contains("\"stored\"") && line.contains("\"/f33\""))))
                .containsExactly("every acknowledged write reads back with the same bytes");
    }

    @Test
    void aChangedByteIsFound() throws Exception {
        assertThat(broken(PlantedHistory.right()
                        .change(line -> line.contains("\"stored\"") ? line.replace("\"d33\"", "\"d34\"") : line)))
                .containsExactly("every acknowledged write reads back with the same bytes");
    }

    @Test
    void aFileThatWasDeletedUnreadIsFound() throws Exception {
        assertThat(broken(
                        PlantedHistory.right().without(line -> line.contains("\"read\"") && line.contains("\"/f30\""))))
                .containsExactly("every acknowledged write reads back with the same bytes");
    }

    @Test
    void aReadOfOtherBytesIsFound() throws Exception {
        assertThat(broken(PlantedHistory.right()
                        .change(line -> line.contains("\"read\"") ? line.replace("\"d33\"", "\"d34\"") : line)))
                .containsExactly("every read gives the bytes that were written");
    }

    @Test
    void aFileSystemThatStaysIllIsFound() throws Exception {
        assertThat(broken(PlantedHistory.right()
                        .add("{'event':'fsck','at':203.0,'healthy':false,'said':'Missing blocks: 1'}")))
                .containsExactly("fsck finds every block, with all its replicas, once all is healed");
    }

    @Test
    void aWrongAnswerIsFound() throws Exception {
        assertThat(broken(PlantedHistory.right()
                        .add("{'event':'query','name':'q1','start':45.0,'end':46.0,'digest':'other','error':''}")))
                .containsExactly("every query answers as stock did");
    }

    @Test
    void aFailureWithoutAFaultIsFoundAndOneInAFaultIsNone() throws Exception {
        String failed =
                "{'event':'write','path':'/x','host':'h1','start':%f,'end':%f,'bytes':0,'digest':'','error':'e'}";

        assertThat(broken(PlantedHistory.right().add(failed, 42.0, 49.0))).isEmpty();
        assertThat(broken(PlantedHistory.right().add(failed, 60.0, 62.0)))
                .containsExactly("what begins and ends without a fault succeeds");
    }

    @Test
    void ourDecisionsWhereNoneAreAllowedAreFound() throws Exception {
        assertThat(broken(PlantedHistory.right().fault(3, "policy-throws", "", 150, 160, true, false)))
                .containsExactly("2 s after decisions were made impossible, stock decides");
    }

    @Test
    void aDecisionThatKeepsSomebodyWaitingIsFound() throws Exception {
        PlantedHistory history = PlantedHistory.right()
                .without(line -> line.contains("\"sample\"") && !line.contains("\"at\":1.0"))
                .sample(2, 10, 2, 2, 5, Map.of("h1", 12e6));

        assertThat(broken(history)).containsExactly("no decision keeps anybody waiting for 2 s");
    }

    @Test
    void aBlockForASilentHostIsFoundFromThreeSecondsOn() throws Exception {
        String decision = "{'event':'decision','at':%f,'client':'h1','enforced':true,'chosen':['h1','h9','h3']}";

        assertThat(broken(PlantedHistory.right().add(decision, 102.5))).isEmpty();
        assertThat(broken(PlantedHistory.right().add(decision, 104.0)))
                .containsExactly("3 s after a host fell silent no decision of ours sends a block there");
    }

    @Test
    void aHostThatHearsNothingIsSilentLikeAnyOther() throws Exception {
        String decision = "{'event':'decision','at':%f,'client':'h1','enforced':true,'chosen':['h1','h8','h3']}";
        PlantedHistory history = PlantedHistory.right().fault(3, "lose-received", "h8", 150, 160, false, true);

        assertThat(broken(history.add(decision, 152.5))).isEmpty();
        assertThat(broken(history.add(decision, 153.5)))
                .containsExactly("3 s after a host fell silent no decision of ours sends a block there");
    }

    @Test
    void whatIsDecidedOnceTheFaultIsHealedIsNotHeldAgainstAnybody() throws Exception {
        String decision = "{'event':'decision','at':109.5,'client':'h1','enforced':true,'chosen':['h1','h9','h3']}";

        assertThat(broken(PlantedHistory.right().add(decision))).isEmpty();
    }

    @Test
    void aSlowRecoveryIsFound() throws Exception {
        PlantedHistory history =
                withThroughput((second, bytes) -> second > 50 && second <= 75 ? bytes * 8 / 10 : bytes);

        assertThat(broken(history)).containsExactly("5 s after a fault throughput is back within 5 %");
    }

    @Test
    void aLossThatOtherProgramsExplainIsNoSlowRecovery() throws Exception {
        assertThat(broken(slowWhileOthersTake(0.5))).isEmpty();
        assertThat(broken(slowWhileOthersTake(0.15)))
                .containsExactly("5 s after a fault throughput is back within 5 %");
    }

    private static PlantedHistory slowWhileOthersTake(double share) {
        PlantedHistory history = withThroughput((second, bytes) -> second > 50 && second <= 75 ? bytes * 8 / 10 : bytes)
                .without(line -> line.contains("\"machine\""));
        for (int second = 1; second <= 200; second++) {
            history.machine(second, second > 50 && second <= 75 ? share : 0.1);
        }
        return history;
    }

    @Test
    void aRunThatOtherProgramsSpoilProvesNothing() throws Exception {
        PlantedHistory history = withThroughput((second, bytes) -> isAfterAFault(second) ? bytes * 8 / 10 : bytes)
                .without(line -> line.contains("\"machine\""));
        for (int second = 1; second <= 200; second++) {
            history.machine(second, isAfterAFault(second) ? 0.6 : 0.1);
        }

        assertThat(broken(history)).containsExactly("5 s after a fault throughput is back within 5 %");
    }

    private static boolean isAfterAFault(int second) {
        return (second > 50 && second <= 75) || (second > 110 && second < 140);
    }

    @Test
    void whatIsLostByAndByIsFound() throws Exception {
        PlantedHistory history = withThroughput((second, bytes) -> second > 110 ? bytes * 91 / 100 : bytes * 96 / 100)
                .change(line -> line.contains("\"throughput\"") && time(line) <= 40 ? raised(line) : line);

        assertThat(broken(history)).contains("after all faults throughput is as before the first");
    }

    @Test
    void noiseIsNoSlowRecovery() throws Exception {
        Random random = new Random(3);

        assertThat(broken(withThroughput((second, bytes) -> bytes + random.nextInt(200_000))))
                .isEmpty();
    }

    @Test
    void aHostWhoseRankGoesBackAndForthIsFound() throws Exception {
        PlantedHistory history = PlantedHistory.right().without(line -> line.contains("\"sample\""));
        for (int second = 1; second <= 200; second++) {
            boolean first = second / 10 % 2 == 0;
            history.sample(second, second, second, Map.of("h1", first ? 12e6 : 3e6, "h2", 6e6));
        }

        assertThat(broken(history)).containsExactly("no host's rank flips more than once a minute under steady load");
    }

    @Test
    void aHistoryWithoutAnEndProvesNothing() throws Exception {
        assertThat(broken(PlantedHistory.right()
                        .without(line -> line.contains("\"end\",") || line.contains("fault-end"))))
                .contains("the run is whole: writes, reads, queries, faults, all healed");
    }

    @Test
    void aLineThatNobodyUnderstandsIsNamed() {
        assertThatThrownBy(() -> PlantedHistory.right().add("{'event':'writ'}").judged(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("history.jsonl:")
                .hasMessageContaining("no event 'writ'");
    }

    private interface Change {
        long bytes(int second, long before);
    }

    private static PlantedHistory withThroughput(Change change) {
        PlantedHistory history = PlantedHistory.right().without(line -> line.contains("\"throughput\""));
        for (int second = 1; second <= 200; second++) {
            history.throughput(second, change.bytes(second, 1_000_000 + 10_000 * (second % 7)));
        }
        return history;
    }

    private static double time(String line) {
        return Double.parseDouble(line.replaceAll(".*\"at\":([0-9.]+).*", "$1"));
    }

    private static String raised(String line) {
        return line.replaceAll("\"written\":\\d+", "\"written\":1030000");
    }
}
