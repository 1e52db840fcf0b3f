// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

/** What a peer sent is not what a switch of OpenFlow 1.3 sends. The message is one line. */
final class NoOpenFlowException extends Exception {
    private static final long serialVersionUID = 1L;

    NoOpenFlowException(String message) {
        super(message);
    }

    NoOpenFlowException(String message, Throwable cause) {
        super(message, cause);
    }
}
