// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import java.util.Locale;

/** Why a request is refused; each is counted. */
public enum Reason {
    /** Not a message of ours, or one whose figures make no sense. */
    GARBAGE(400),
    /** No token, or one that is not in the file. */
    UNAUTHORIZED(401),
    /** A role that may not do this. */
    FORBIDDEN(403),
    /** Speaks for a host whose address it does not have. */
    FORGED(403),
    /** Of a host or of links that the topology does not have. */
    UNKNOWN(404),
    NO_SUCH_PATH(404),
    METHOD(405),
    /** Seen already, or older than what was seen. */
    REPLAYED(409),
    /** Of another cluster. */
    FOREIGN(403),
    OVERSIZED(413),
    /** A target longer than any of ours. */
    LONG_TARGET(414),
    /** Neither JSON nor CBOR. */
    MEDIA_TYPE(415),
    /** An expectation other than 100-continue. */
    EXPECTATION(417),
    /** More than a token or certificate may. */
    QUOTA(429),
    /** Our own mistake. */
    INTERNAL(500),
    /** The host's addresses are being asked for. */
    UNRESOLVED(503),
    /** At a bound. */
    BUSY(503),
    /** HTTP, but neither 1.0 nor 1.1. */
    VERSION(505);

    private final int status;

    Reason(int status) {
        this.status = status;
    }

    public int status() {
        return status;
    }

    /** As metrics and refusals name it: {@code no_such_path}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
