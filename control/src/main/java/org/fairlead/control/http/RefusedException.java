// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

/** A request is not taken. Made often when somebody misbehaves, so it carries no stack. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** @param error one sentence for who asked */
    public RefusedException(Reason reason, String error) {
        super(error, null, false, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
