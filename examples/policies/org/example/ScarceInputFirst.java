// SPDX-License-Identifier: Apache-2.0
package org.example;

import java.util.Comparator;
import java.util.List;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.TaskSet;

/**
 * Runs first, of the tasks whose input is on the offering host, one whose input is on the fewest hosts: others still find a place beside
 * theirs.
 *
 * <p><b>Goals.</b> Many tasks beside their input.
 *
 * <p><b>Constraints.</b> Looks at {@value #MOST_LOOKS} groups of tasks at most. Nothing waits.
 *
 * <p><b>Algorithm.</b> Of the tasks with input on the host the one with the fewest holders, the oldest among equals; else the oldest of
 * all.
 *
 * <p><b>Example.</b> Task 1 can read from h1 and h2, task 2 from h1 alone. h1 runs task 2, h2 task 1.
 */
final class ScarceInputFirst implements TaskAssigner {
    private static final int MOST_LOOKS = 64;

    @Override
    public String name() {
        return "example";
    }

    @Override
    public Choice choose(Offer offer, TaskSet tasks, SchedulingContext context, long nowNanos) {
        if (tasks.size() == 0 || (offer.exclusive() && offer.kind() != tasks.kind())) {
            return new Choice.Decline(Choice.Cause.NOTHING_PENDING, Choice.Decline.NEXT_OFFER);
        }
        List<TaskSet.Group> here = tasks.onHost(offer.host(), MOST_LOOKS);
        TaskSet.Group group = here.stream()
                .min(Comparator.comparingInt(each -> each.hosts().length))
                .orElseGet(() -> tasks.anywhere(1).get(0));
        return new Choice.Launch(group.first(), tasks.localityOf(group, offer.host()), -1, Double.NaN);
    }
}
