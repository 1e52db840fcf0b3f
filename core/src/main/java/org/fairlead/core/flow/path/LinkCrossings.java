// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.Arrays;
import org.fairlead.core.chance.Draw;

/** Which elephants cross each link, and which links have too many: where a search for a better assignment looks. */
final class LinkCrossings {
    private final Assignment assignment;
    private final ElephantFlows elephants;
    private final int[][] flowsOn;
    private final int[] counts;
    /** Where a flow stands in {@code flowsOn} of the link that is the same position of its path. */
    private final int[] positionOn;

    private final int[] overfull;
    private final int[] overfullAt;
    private int overfullCount;
    /** By flow: when it came to its links, counted in moves. */
    private final long[] entered;

    private long entries;

    LinkCrossings(Assignment assignment) {
        this.assignment = assignment;
        elephants = assignment.elephants;
        int links = elephants.room.length;
        flowsOn = new int[links][];
        Arrays.setAll(flowsOn, link -> new int[4]);
        counts = new int[links];
        entered = new long[elephants.size()];
        positionOn = new int[elephants.present.length];
        overfull = new int[links];
        overfullAt = new int[links];
        Arrays.fill(overfullAt, -1);
        for (int flow = 0; flow < elephants.size(); flow++) {
            enter(flow);
        }
    }

    /** How many links that flows could avoid are overfull. */
    int overfull() {
        return overfullCount;
    }

    /** An overfull link; each is as likely. */
    int drawnLink(Draw draw) {
        return overfull[draw.below(overfullCount)];
    }

    /** Of the flows on a link, the one that came first. */
    int longestOn(int link) {
        int flow = flowsOn[link][0];
        for (int i = 1; i < counts[link]; i++) {
            if (entered[flowsOn[link][i]] < entered[flow]) {
                flow = flowsOn[link][i];
            }
        }
        return flow;
    }

    /** After a flow was put on its links. */
    void enter(int flow) {
        entered[flow] = ++entries;
        for (int i = elephants.starts[flow], hop = 0; i < elephants.starts[flow + 1]; i++, hop++) {
            int link = assignment.link(flow, hop);
            if (!elephants.fixed[link]) {
                if (counts[link] == flowsOn[link].length) {
                    flowsOn[link] = Arrays.copyOf(flowsOn[link], 2 * counts[link]);
                }
                flowsOn[link][counts[link]] = flow;
                positionOn[i] = counts[link]++;
                watch(link);
            }
        }
    }

    /** After a flow was removed from its links. */
    void leave(int flow) {
        for (int i = elephants.starts[flow], hop = 0; i < elephants.starts[flow + 1]; i++, hop++) {
            int link = assignment.link(flow, hop);
            if (!elephants.fixed[link]) {
                int last = flowsOn[link][--counts[link]];
                flowsOn[link][positionOn[i]] = last;
                positionOn[positionOf(last, link)] = positionOn[i];
                watch(link);
            }
        }
    }

    private int positionOf(int flow, int link) {
        int hop = 0;
        while (assignment.link(flow, hop) != link) {
            hop++;
        }
        return elephants.starts[flow] + hop;
    }

    private void watch(int link) {
        boolean is = assignment.over(link) > 0 && counts[link] > 0;
        if (is && overfullAt[link] < 0) {
            overfullAt[link] = overfullCount;
            overfull[overfullCount++] = link;
        } else if (!is && overfullAt[link] >= 0) {
            int last = overfull[--overfullCount];
            overfull[overfullAt[link]] = last;
            overfullAt[last] = overfullAt[link];
            overfullAt[link] = -1;
        }
    }
}
