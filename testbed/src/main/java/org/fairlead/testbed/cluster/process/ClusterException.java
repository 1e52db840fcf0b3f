// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster.process;

/** A part of the cluster did not come up or went away; the message names it and quotes the end of its log. */
public final class ClusterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
