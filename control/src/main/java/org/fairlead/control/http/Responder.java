// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

/** Who waits for an answer. Safe for threads. */
public interface Responder {
    /** Called once for each question. */
    void answer(HttpAnswer answer);

    /** Whether the connection has ended meanwhile, so that an answer is of no use. */
    boolean isGone();
}
