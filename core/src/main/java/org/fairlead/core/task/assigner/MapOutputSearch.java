// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.core.task.NearestLocality;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.prediction.Completion;
import org.fairlead.core.topology.Host;

/**
 * For tasks that receive the output of earlier ones: the oldest; where tasks receive by different shares ({@link MapOutputMatrix}), the oldest of those of
 * which much lies on the offering host, and where that one had better wait, the first against which nothing speaks of {@value #MOST_REDUCES} kinds on the
 * host, those without a place, and the {@value #MOST_REDUCES} oldest kinds. Each is predicted by its own shares. It waits for the senders that need most time for their share and a sample of other hosts;
 * for any host, if they are at most {@value #FEW_BY_SAMPLE} times the sample. Nobody waits for slots to become free in which others, one task after the other in one slot of each, would not end all that are pending
 * sooner than the offered one ends one: it has to do its part.
 */
final class MapOutputSearch implements SlotSearch {
    /** Of a shuffle's groups that differ by where their input lies, so many are looked at on the host, and as many of all. */
    private static final int MOST_REDUCES = 4;

    private static final int FEW_BY_SAMPLE = 4;

    private final int host;
    private final TaskSet tasks;
    private final Slots slots;
    private final int sample;
    private final Completion completion;
    private final Draw draw;

    /**
     * @param host that offers a slot
     * @param sample hosts that are drawn
     */
    MapOutputSearch(int host, TaskSet tasks, Slots slots, int sample, Completion completion, Draw draw) {
        this.host = host;
        this.tasks = tasks;
        this.slots = slots;
        this.sample = sample;
        this.completion = completion;
        this.draw = draw;
    }

    @Override
    public Optional<Proposal> here() {
        TaskSet.Group group = NearestLocality.named(tasks, host, Locality.HOST)
                .map(NearestLocality.Found::group)
                .orElseGet(() -> tasks.anywhere(1).get(0));
        return completion.isUnknown(host) ? Optional.empty() : Optional.of(proposal(group));
    }

    private Proposal proposal(TaskSet.Group group) {
        return new Proposal(
                group, Locality.HOST, -1, completion.mapOutput().receiving(group, host), PathChoice.NETWORK);
    }

    @Override
    public Stream<Proposal> insteadOf(Proposal here) {
        if (tasks.receivesAlike()) {
            return Stream.empty();
        }
        Set<TaskSet.Group> others = new LinkedHashSet<>(tasks.onHost(host, MOST_REDUCES));
        others.addAll(tasks.withoutHosts());
        others.addAll(tasks.anywhere(MOST_REDUCES));
        others.remove(here.group());
        return others.stream().map(this::proposal);
    }

    @Override
    public Optional<Wait> worthWaiting(Proposal here, TaskDeclines.History history) {
        TaskSet.Group group = here.group();
        if (here.seconds() <= completion.costs().unhindered(group.bytes())) {
            return Optional.empty();
        }
        ElsewhereSearch elsewhere = new ElsewhereSearch(
                host,
                here.seconds(),
                InputKind.SHUFFLE,
                slots,
                (other, wait) -> wait + completion.mapOutput().receivingAfter(wait, group, other));
        List<Host> all = tasks.routes().topology().hosts();
        boolean every = all.size() <= FEW_BY_SAMPLE * sample;
        if (every) {
            elsewhere.lookAt(all);
        } else {
            elsewhere.lookAt(group.hosts());
            elsewhere.lookAt(completion.mapOutput().slowestSenders(group));
            elsewhere.lookAtSome(all, sample, draw);
        }
        return elsewhere.endSooner(tasks.size(), every ? 0 : all.size() - 1)
                ? elsewhere.worthWaiting(Choice.Cause.SOONER_ELSEWHERE, PATIENCE, history)
                : Optional.empty();
    }
}
