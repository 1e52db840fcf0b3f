// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** No byte that was acknowledged is lost or changed. */
final class Storage {
    private Storage() {}

    /** Each acknowledged file is read back by a stock client in the end, or was read back before it was deleted. */
    static RuleVerdict keepsWhatWasAcknowledged(ChaosHistory history) {
        Map<String, ChaosHistory.Stored> stored = new HashMap<>();
        history.stored().forEach(file -> stored.put(file.path(), file));
        Map<String, Double> deleted = new HashMap<>();
        history.deletions().forEach(deletion -> deleted.put(deletion.path(), deletion.at()));
        Map<String, List<ChaosHistory.Transfer>> reads = new HashMap<>();
        history.reads().stream().filter(ChaosHistory.Transfer::succeeded).forEach(read -> reads.computeIfAbsent(
                        read.path(), path -> new ArrayList<>())
                .add(read));
        List<String> lost = new ArrayList<>();
        List<ChaosHistory.Transfer> acknowledged = history.writes().stream()
                .filter(ChaosHistory.Transfer::succeeded)
                .toList();
        for (ChaosHistory.Transfer write : acknowledged) {
            Double gone = deleted.get(write.path());
            if (gone == null) {
                inTheEnd(write, Optional.ofNullable(stored.get(write.path()))).ifPresent(lost::add);
            } else if (reads.getOrDefault(write.path(), List.of()).stream()
                    .noneMatch(read -> read.start() >= write.end()
                            && read.end() <= gone
                            && read.digest().equals(write.digest()))) {
                lost.add(write.path() + " was deleted and never read back before");
            }
        }
        return new RuleVerdict(
                "every acknowledged write reads back with the same bytes",
                acknowledged.size() + " files, " + stored.size() + " of them by a stock client in the end",
                lost);
    }

    private static Optional<String> inTheEnd(ChaosHistory.Transfer write, Optional<ChaosHistory.Stored> file) {
        if (file.isEmpty()) {
            return Optional.of(write.path() + " was acknowledged at " + (long) write.end() + " s and is not there");
        }
        if (file.get().bytes() != write.bytes() || !file.get().digest().equals(write.digest())) {
            return Optional.of("%s was acknowledged with %d bytes of digest %s and has %d of %s"
                    .formatted(
                            write.path(),
                            write.bytes(),
                            write.digest(),
                            file.get().bytes(),
                            file.get().digest()));
        }
        return Optional.empty();
    }

    static RuleVerdict readsWhatWasWritten(ChaosHistory history) {
        Map<String, String> written = new HashMap<>();
        history.writes().stream()
                .filter(ChaosHistory.Transfer::succeeded)
                .forEach(write -> written.put(write.path(), write.digest()));
        List<ChaosHistory.Transfer> read = history.reads().stream()
                .filter(ChaosHistory.Transfer::succeeded)
                .toList();
        List<String> wrong = read.stream()
                .filter(each -> !each.digest().equals(written.get(each.path())))
                .map(each -> each.path() + ", read on " + each.host() + " at " + (long) each.start() + " s, has digest "
                        + each.digest() + " and not " + written.get(each.path()))
                .toList();
        return new RuleVerdict("every read gives the bytes that were written", read.size() + " reads", wrong);
    }

    static RuleVerdict isHealthy(ChaosHistory history) {
        List<String> sick = new ArrayList<>();
        if (history.fsck().isEmpty()) {
            sick.add("nobody asked fsck");
        } else if (!history.fsck().get(history.fsck().size() - 1).healthy()) {
            sick.add("fsck says: "
                    + history.fsck().get(history.fsck().size() - 1).said());
        }
        return new RuleVerdict(
                "fsck finds every block, with all its replicas, once all is healed",
                history.fsck().size() + " times asked",
                sick);
    }
}
