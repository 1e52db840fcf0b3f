// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.fairlead.protocol.trust.Identity;

/**
 * What was asked.
 *
 * @param query what follows the question mark, or empty
 * @param from who asks
 * @param certificate that the client has proved to own, under TLS
 * @param identity as whom the asker was admitted; empty: a stranger
 * @param body never changed; empty while only the head is here
 */
@SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
public record HttpQuestion(
        String method,
        String path,
        String query,
        HttpHeads heads,
        InetAddress from,
        Optional<X509Certificate> certificate,
        Optional<Identity> identity,
        byte[] body) {

    /** The headers that count; empty text where there was none. */
    public record HttpHeads(String accept, String contentType, String authorization, String host) {}

    private static final byte[] NOTHING = {};

    /** The head alone. */
    static HttpQuestion head(
            String method,
            String path,
            String query,
            HttpHeads heads,
            InetAddress from,
            Optional<X509Certificate> certificate) {
        return new HttpQuestion(method, path, query, heads, from, certificate, Optional.empty(), NOTHING);
    }

    /** What could not be understood. */
    static HttpQuestion unread(InetAddress from) {
        return head("", "", "", new HttpHeads("", "", "", ""), from, Optional.empty());
    }

    HttpQuestion of(Optional<Identity> admitted) {
        return new HttpQuestion(method, path, query, heads, from, certificate, admitted, body);
    }

    HttpQuestion with(byte[] whole) {
        return new HttpQuestion(method, path, query, heads, from, certificate, identity, whole);
    }

    /** The first value of a name in the query, decoded. */
    public Optional<String> parameter(String name) throws RefusedException {
        for (String pair : query.split("&", 64)) {
            int equals = pair.indexOf('=');
            if (equals == name.length() && pair.startsWith(name)) {
                try {
                    return Optional.of(URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
                } catch (IllegalArgumentException e) {
                    throw new RefusedException(Reason.GARBAGE, name + ": not an encoded value");
                }
            }
        }
        return Optional.empty();
    }

    /** A whole number of the query. */
    public long number(String name, long least, long most, long otherwise) throws RefusedException {
        Optional<String> text = parameter(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text.get());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new RefusedException(
                Reason.GARBAGE, name + ": a whole number from " + least + " to " + most + " is expected");
    }
}
