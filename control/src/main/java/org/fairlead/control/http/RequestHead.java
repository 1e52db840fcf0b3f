// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;

/**
 * The head of a request that only one reading is possible of. Whatever is not HTTP/1.1 to the letter of RFC 9112, above all what
 * two readers could understand differently, is refused.
 *
 * @param length of the body, bytes; {@link #CHUNKED} when it comes in chunks
 * @param last whether the connection ends after the answer
 * @param expectsContinue whether the client waits for a word before it sends the body
 */
record RequestHead(
        String method,
        String path,
        String query,
        HttpQuestion.HttpHeads heads,
        int length,
        boolean last,
        boolean expectsContinue) {
    static final int CHUNKED = -1;
    private static final int MOST_FIELDS = 64;
    private static final int LONGEST_TARGET = 8 << 10;
    private static final int MOST_LENGTH_DIGITS = 9;

    /**
     * Reads a head.
     *
     * @param text without the empty line that ends it; each character a byte
     */
    static RequestHead of(String text) throws RefusedException {
        for (int i = 0; i < text.length(); i++) {
            refuseControl(text, i);
        }
        String[] lines = text.split("\r\n", -1);
        String[] words = lines[0].split(" ", -1);
        if (words.length != 3 || !isToken(words[0])) {
            throw garbage("not a request of HTTP/1.1");
        }
        boolean old = isOld(words[2]);
        Target target = Target.of(words[0], words[1]);
        if (lines.length - 1 > MOST_FIELDS) {
            throw new RefusedException(Reason.OVERSIZED, "more than " + MOST_FIELDS + " headers");
        }
        Fields fields = new Fields();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon <= 0 || !isToken(lines[i].substring(0, colon))) {
                throw garbage("a header without a name, with a space before its colon, or continued on a second line");
            }
            fields.take(
                    lines[i].substring(0, colon), lines[i].substring(colon + 1).strip());
        }
        fields.check(old);
        // The target's own authority counts for more than the Host beside it.
        String host = target.authority.isEmpty() ? fields.host : target.authority;
        return new RequestHead(
                words[0],
                target.path,
                target.query,
                new HttpQuestion.HttpHeads(fields.accept, fields.type, fields.authorization, host),
                fields.length(old),
                old || fields.connection.contains("close"),
                fields.expectsContinue(old));
    }

    /** As the service is asked: HEAD is a GET whose answer's body is kept back. */
    HttpQuestion question(InetAddress from, Optional<X509Certificate> certificate) {
        return HttpQuestion.head(isHeadOnly() ? "GET" : method, path, query, heads, from, certificate);
    }

    boolean isHeadOnly() {
        return method.equals("HEAD");
    }

    boolean hasBody() {
        return length != 0;
    }

    private static void refuseControl(CharSequence text, int at) throws RefusedException {
        char c = text.charAt(at);
        if (c >= ' ' ? c == 0x7f : c != '\t' && c != '\r' && c != '\n') {
            throw garbage("a control character in the head");
        }
        if (c == '\n' && (at == 0 || text.charAt(at - 1) != '\r')) {
            throw garbage("a line that ends in LF alone");
        }
        if (c != '\n' && at > 0 && text.charAt(at - 1) == '\r') {
            throw garbage("a CR that no LF follows");
        }
    }

    private static boolean isOld(String version) throws RefusedException {
        if (version.equals("HTTP/1.1") || version.equals("HTTP/1.0")) {
            return version.endsWith("0");
        }
        if (version.matches("HTTP/[0-9]\\.[0-9]")) {
            throw new RefusedException(Reason.VERSION, "HTTP/1.1 or HTTP/1.0 is expected");
        }
        throw garbage("not a request of HTTP/1.1");
    }

    private static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!letter && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static RefusedException garbage(String error) {
        return new RefusedException(Reason.GARBAGE, error);
    }

    /** @param authority empty unless the target is in absolute form */
    private record Target(String path, String query, String authority) {
        static Target of(String method, String text) throws RefusedException {
            if (text.length() > LONGEST_TARGET) {
                throw new RefusedException(
                        Reason.LONG_TARGET, "the target is longer than " + LONGEST_TARGET + " characters");
            }
            if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '#')) {
                throw garbage("the target has characters that no target may have");
            }
            if (text.equals("*") && method.equals("OPTIONS")) {
                return new Target("*", "", "");
            }
            String authority = "";
            String rest = text;
            String lower = text.toLowerCase(Locale.ROOT);
            if (lower.startsWith("http://") || lower.startsWith("https://")) {
                int start = text.indexOf("//") + 2;
                int slash = text.indexOf('/', start);
                int question = text.indexOf('?', start);
                int end = slash >= 0 && (question < 0 || slash < question) ? slash : question;
                authority = end < 0 ? text.substring(start) : text.substring(start, end);
                rest = end < 0 ? "/" : end == question ? "/" + text.substring(end) : text.substring(end);
                if (authority.isEmpty() || !isHost(authority)) {
                    throw garbage("the target names no host");
                }
            }
            if (rest.charAt(0) != '/') {
                throw garbage("the target is no path");
            }
            int question = rest.indexOf('?');
            return new Target(
                    question < 0 ? rest : rest.substring(0, question),
                    question < 0 ? "" : rest.substring(question + 1),
                    authority);
        }
    }

    private static boolean isHost(String text) {
        return text.chars().allMatch(c -> c > ' ' && c < 0x7f && "/?#@,\\\"<>^`{|}".indexOf(c) < 0);
    }

    /** The headers that count. */
    private static final class Fields {
        private String accept = "";
        private String type = "";
        private String authorization = "";
        private String host;
        private String connection = "";
        private String expect;
        private String length;
        private String transfer;

        void take(String name, String value) throws RefusedException {
            switch (name.toLowerCase(Locale.ROOT)) {
                case "accept" -> accept = accept.isEmpty() ? value : accept + ", " + value;
                case "content-type" -> type = once("Content-Type", type.isEmpty() ? null : type, value);
                case "authorization" ->
                    authorization = once("Authorization", authorization.isEmpty() ? null : authorization, value);
                case "host" -> host = once("Host", host, value);
                case "connection" -> connection += value.toLowerCase(Locale.ROOT) + ",";
                case "expect" -> expect = once("Expect", expect, value);
                case "content-length" -> length = once("Content-Length", length, value);
                case "transfer-encoding" -> transfer = once("Transfer-Encoding", transfer, value);
                default -> {}
            }
        }

        private static String once(String name, String before, String value) throws RefusedException {
            if (before != null) {
                throw garbage(name + ": stands twice");
            }
            return value;
        }

        void check(boolean old) throws RefusedException {
            if (host == null) {
                if (!old) {
                    throw garbage("Host: is missing");
                }
                host = "";
            }
            if (!isHost(host)) {
                throw garbage("Host: a name or an address is expected");
            }
        }

        int length(boolean old) throws RefusedException {
            if (transfer != null) {
                if (length != null || old || !transfer.equalsIgnoreCase("chunked")) {
                    throw garbage("Transfer-Encoding: chunked alone is accepted, without Content-Length");
                }
                return CHUNKED;
            }
            if (length == null) {
                return 0;
            }
            if (length.isEmpty() || !length.chars().allMatch(c -> c >= '0' && c <= '9')) {
                throw garbage("Content-Length: a number is expected");
            }
            return length.length() > MOST_LENGTH_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(length);
        }

        boolean expectsContinue(boolean old) throws RefusedException {
            if (expect == null || old) {
                return false;
            }
            if (!expect.equalsIgnoreCase("100-continue")) {
                throw new RefusedException(Reason.EXPECTATION, "Expect: 100-continue alone is accepted");
            }
            return true;
        }
    }
}
