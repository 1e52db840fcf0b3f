// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import java.util.Optional;
import org.fairlead.protocol.trust.Identity;

/** What answers, whatever carries it. Safe for threads; never blocks. */
public interface HttpService {
    /**
     * Decides by the head alone whether a request may go on; its body is not read before. Asked once for each request.
     *
     * @param head a question whose body is empty; HEAD is asked as GET
     * @return who asks, as the question then says; empty: a stranger, whose connection is among the first to make room
     * @throws RefusedException if it may not; the body is never read
     */
    Optional<Identity> admit(HttpQuestion head) throws RefusedException;

    /** The largest body that is read for a path, bytes. */
    int largestBody(String path);

    /** Whether a path is answered in microseconds, so that it may be on the thread that reads. */
    boolean isShort(String path);

    /** Answers what was admitted: at once, or later on a thread of the service's. Never fails: a refusal is an answer, too. */
    void answer(HttpQuestion question, Responder asker);

    /**
     * The answer to what is refused.
     *
     * @param head as far as it could be read
     */
    HttpAnswer refusal(RefusedException refused, HttpQuestion head);
}
