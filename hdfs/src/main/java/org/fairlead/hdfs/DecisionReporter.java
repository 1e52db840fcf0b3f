// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.fairlead.protocol.client.ControllerException;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.plugin.RareLog;
import org.slf4j.Logger;

/**
 * Decides which decisions go into a message to controllers elsewhere: as many as one may have. What no controller took, since none answers, is kept for the next
 * time, the newest of it; what one refuses is dropped. Of one thread.
 */
final class DecisionReporter {
    /** What a list may have besides its decisions, bytes. */
    private static final int LIST_BYTES = 16;

    private final RareLog rareLog;
    private final Deque<Untold> untold = new ArrayDeque<>();

    private record Untold(DecisionMessage decision, int bytes) {}

    /** Takes one message. */
    interface Controllers {
        void take(List<DecisionMessage> decisions) throws IOException;
    }

    DecisionReporter(Logger log) {
        rareLog = new RareLog(log);
    }

    /** Sends what is new and what was kept, the oldest first. */
    void report(List<DecisionMessage> decided, Controllers controllers) {
        decided.forEach(decision -> untold.add(new Untold(decision, Encoding.CBOR.write(decision).length)));
        while (untold.size() > DecisionMessage.MOST_AT_ONCE) {
            untold.remove();
        }
        while (!untold.isEmpty()) {
            List<DecisionMessage> oldest = oldest();
            try {
                controllers.take(oldest);
            } catch (IOException e) {
                if (!(e instanceof ControllerException answer && answer.refusesRequest())) {
                    rareLog.warn("kept", "No controller takes decisions for explaining", e);
                    return;
                }
                rareLog.warn("refused", "A controller refuses decisions for explaining; they are dropped", e);
            }
            oldest.forEach(sent -> untold.remove());
        }
    }

    /** As many as one message may have, but at least one. */
    private List<DecisionMessage> oldest() {
        List<DecisionMessage> oldest = new ArrayList<>();
        int bytes = LIST_BYTES;
        for (Untold next : untold) {
            bytes += next.bytes();
            if (!oldest.isEmpty() && bytes > DecisionMessage.LARGEST_BYTES) {
                break;
            }
            oldest.add(next.decision());
        }
        return oldest;
    }
}
