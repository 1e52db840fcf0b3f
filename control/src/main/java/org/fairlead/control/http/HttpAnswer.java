// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import java.util.Map;
import org.fairlead.protocol.message.Encoding;

/** @param headers besides Content-Type and Content-Length */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
public record HttpAnswer(int status, String contentType, byte[] body, Map<String, String> headers) {
    public static HttpAnswer of(Encoding encoding, Object message) {
        return of(200, encoding, message);
    }

    public static HttpAnswer of(int status, Encoding encoding, Object message) {
        return new HttpAnswer(status, encoding.contentType(), encoding.write(message), Map.of());
    }

    public HttpAnswer with(Map<String, String> more) {
        return new HttpAnswer(status, contentType, body, Map.copyOf(more));
    }
}
