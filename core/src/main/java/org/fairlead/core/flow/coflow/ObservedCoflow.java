// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

/**
 * A running coflow as a scheduler without foreknowledge sees it: how wide it is, what was sent, what has ended; never how much is
 * still to come.
 */
public interface ObservedCoflow {
    /** Its place in the order of arrival; no two are equal. */
    long number();

    int flows();

    int endedFlows();

    /** The more of sending and receiving ports. */
    int width();

    /** Bytes that all flows have sent so far. */
    double sentBytes();
}
