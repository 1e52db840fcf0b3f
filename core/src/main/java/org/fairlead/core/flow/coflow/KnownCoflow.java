// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

/** A running coflow whose sizes are known. Only clairvoyant orders may see it. */
public interface KnownCoflow extends ObservedCoflow {
    /** Bytes that all flows still have to send. */
    double remainingBytes();

    /** Bytes that the largest flow still has to send. */
    double longestFlowBytes();

    /** Bytes still to leave a port. */
    double remainingFrom(int port);

    /** Bytes still to reach a port. */
    double remainingTo(int port);

    /** The most bytes still to leave or to reach one port: over the port's rate, the least time that the coflow still takes. */
    double bottleneckBytes();
}
