// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.io.IOException;

/** A controller said no, or something that is no answer. */
public final class ControllerException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public ControllerException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** Whether the request is wrong (4xx): another controller would say the same. */
    public boolean refusesRequest() {
        return status >= 400 && status < 500;
    }
}
