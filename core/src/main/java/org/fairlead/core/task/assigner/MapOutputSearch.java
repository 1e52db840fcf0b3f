// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.List;
import java.util.Optional;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.prediction.Completion;
import org.fairlead.core.topology.Host;

/**
 * For tasks that receive the output of earlier ones: the oldest. It waits for the senders that need most time for their share and a sample of other hosts;
 * for any host, if they are at most {@value #FEW_BY_SAMPLE} times the sample.
 */
final class MapOutputSearch implements SlotSearch {
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
        TaskSet.Group group = tasks.anywhere(1).get(0);
        double seconds = completion.mapOutput().receiving(group.bytes(), host);
        return completion.isUnknown(host)
                ? Optional.empty()
                : Optional.of(new Proposal(group, Locality.HOST, -1, seconds));
    }

    @Override
    public Optional<Wait> worthWaiting(Proposal here, long waitedNanos) {
        double bytes = here.group().bytes();
        if (here.seconds() <= completion.costs().unhindered(bytes)) {
            return Optional.empty();
        }
        ElsewhereSearch elsewhere = new ElsewhereSearch(
                host,
                here.seconds(),
                InputKind.SHUFFLE,
                slots,
                (other, wait) -> wait + completion.mapOutput().receivingAfter(wait, bytes, other));
        elsewhere.lookAt(here.group().hosts());
        List<Host> all = tasks.routes().topology().hosts();
        if (all.size() <= FEW_BY_SAMPLE * sample) {
            elsewhere.lookAt(all);
        } else {
            elsewhere.lookAt(completion.mapOutput().slowestSenders());
            elsewhere.lookAtSome(all, sample, draw);
        }
        return elsewhere.worthWaiting(waitedNanos);
    }
}
