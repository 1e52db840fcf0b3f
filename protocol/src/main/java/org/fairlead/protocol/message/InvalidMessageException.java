// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.io.IOException;

/** A message that cannot be taken: its text says what is wrong, in which field, and what is accepted. */
public final class InvalidMessageException extends IOException {
    private static final long serialVersionUID = 1L;

    public InvalidMessageException(String problem) {
        super(problem);
    }
}
