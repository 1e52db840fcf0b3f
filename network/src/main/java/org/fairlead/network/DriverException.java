// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

/** A network that cannot be told what it is to do. The message is one line and complete. What was told before ends by itself, and flows then go as without us. */
public final class DriverException extends Exception {
    private static final long serialVersionUID = 1L;

    public DriverException(String message) {
        super(message);
    }

    public DriverException(String message, Throwable cause) {
        super(message, cause);
    }
}
