package org.fairlead.control.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToIntFunction;

/**
 * Puts one connection's bytes together to requests, however they are cut. Holds nothing between requests. Whatever is not HTTP/1.1
 * as our clients, curl and browsers speak it is refused, above all what two readers could understand differently.
 */
final class RequestReader {
    private static final int LARGEST_HEAD = 16 << 10;
    private static final int MOST_HEADERS = 64;
    private static final byte[] NOTHING = {};
    private static final int UNKNOWN = -1;

    private final ToIntFunction<String> largestBody;
    private byte[] bytes = NOTHING;
    private int count;
    private Head head;
    private int bodyStart;
    private ChunkedBody chunks;

    /** @param length of the body; UNKNOWN: chunked */
    record Head(
            String method,
            String path,
            String query,
            HttpQuestion.HttpHeads heads,
            int length,
            boolean close,
            boolean expectsContinue) {}

    /** A whole request. */
    @SuppressWarnings("ArrayRecordComponent") // passed on once
    record Request(Head head, byte[] body) {}

    /** @param largestBody by path */
    RequestReader(ToIntFunction<String> largestBody) {
        this.largestBody = largestBody;
    }

    /** Whether part of a request is here. */
    boolean isMidway() {
        return count > 0;
    }

    /** Whether the client waits for a word before it sends the body; true once. */
    boolean takeExpectation() {
        if (head == null || !head.expectsContinue) {
            return false;
        }
        head = new Head(head.method, head.path, head.query, head.heads, head.length, head.close, false);
        return true;
    }

    void feed(ByteBuffer more) {
        int added = more.remaining();
        if (count + added > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(count + added, Math.min(2 * bytes.length, 1 << 20)));
        }
        more.get(bytes, count, added);
        count += added;
    }

    /** The next whole request; null while there is none. Not to be asked again after a refusal. */
    Request next() throws RefusedException {
        if (head == null) {
            int end = headEnd();
            if (end < 0) {
                if (count > LARGEST_HEAD) {
                    throw new RefusedException(Reason.OVERSIZED, "the head is larger than " + LARGEST_HEAD + " bytes");
                }
                return null;
            }
            head = head(new String(bytes, 0, end, StandardCharsets.ISO_8859_1));
            bodyStart = end + 4;
            int largest = largestBody.applyAsInt(head.path);
            if (head.length > largest) {
                throw tooLarge(largest);
            }
            chunks = head.length == UNKNOWN ? new ChunkedBody(bodyStart, largest) : null;
        }
        return head.length == UNKNOWN ? nextOfChunks() : nextOfLength();
    }

    static RefusedException tooLarge(int largest) {
        return new RefusedException(Reason.OVERSIZED, "the body is larger than " + largest + " bytes");
    }

    private Request nextOfLength() {
        if (count - bodyStart < head.length) {
            return null;
        }
        Request request = new Request(head, Arrays.copyOfRange(bytes, bodyStart, bodyStart + head.length));
        forget(bodyStart + head.length);
        return request;
    }

    private Request nextOfChunks() throws RefusedException {
        if (!chunks.read(bytes, count)) {
            if (count - bodyStart > 2 * chunks.largest() + LARGEST_HEAD) { // chunks of a byte each
                throw tooLarge(chunks.largest());
            }
            return null;
        }
        Request request = new Request(head, chunks.body());
        forget(chunks.end());
        return request;
    }

    private void forget(int used) {
        count -= used;
        bytes = count == 0 ? NOTHING : Arrays.copyOfRange(bytes, used, used + count);
        head = null;
        chunks = null;
    }

    private int headEnd() {
        int last = Math.min(count, LARGEST_HEAD) - 3;
        for (int i = 0; i < last; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static Head head(String text) throws RefusedException {
        String[] lines = text.split("\r\n", -1);
        if (lines.length > MOST_HEADERS) {
            throw new RefusedException(Reason.OVERSIZED, "more than " + MOST_HEADERS + " headers");
        }
        String[] request = lines[0].split(" ", -1);
        if (request.length != 3 || !request[1].startsWith("/") || !request[2].startsWith("HTTP/1.")) {
            throw new RefusedException(Reason.GARBAGE, "not a request of HTTP/1.1");
        }
        int question = request[1].indexOf('?');
        String path = question < 0 ? request[1] : request[1].substring(0, question);
        String query = question < 0 ? "" : request[1].substring(question + 1);
        Fields fields = new Fields();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon <= 0 || lines[i].charAt(0) <= ' ' || lines[i].charAt(colon - 1) <= ' ') {
                throw new RefusedException(Reason.GARBAGE, "a header without a name");
            }
            fields.take(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).strip());
        }
        boolean close = fields.connection.contains("close") || request[2].equals("HTTP/1.0");
        return new Head(
                request[0],
                path,
                query,
                new HttpQuestion.HttpHeads(fields.accept, fields.type, fields.authorization, fields.host),
                fields.length(),
                close,
                fields.expect.equalsIgnoreCase("100-continue"));
    }

    /** The headers that count. */
    private static final class Fields {
        private String accept = "";
        private String type = "";
        private String authorization = "";
        private String host = "";
        private String connection = "";
        private String expect = "";
        private String length = "";
        private String transfer = "";

        void take(String name, String value) throws RefusedException {
            switch (name) {
                case "accept" -> accept = value;
                case "content-type" -> type = value;
                case "authorization" -> authorization = value;
                case "host" -> host = value;
                case "connection" -> connection = value.toLowerCase(Locale.ROOT);
                case "expect" -> expect = value;
                case "content-length" -> length = once(length, value);
                case "transfer-encoding" -> transfer = once(transfer, value);
                default -> {}
            }
        }

        private static String once(String before, String value) throws RefusedException {
            if (!before.isEmpty() || value.isEmpty()) {
                throw new RefusedException(Reason.GARBAGE, "a length or an encoding that stands twice or is empty");
            }
            return value;
        }

        int length() throws RefusedException {
            if (!transfer.isEmpty()) {
                if (!length.isEmpty() || !transfer.equalsIgnoreCase("chunked")) {
                    throw new RefusedException(Reason.GARBAGE, "Transfer-Encoding: chunked alone is accepted");
                }
                return UNKNOWN;
            }
            if (length.isEmpty()) {
                return 0;
            }
            if (!length.chars().allMatch(c -> c >= '0' && c <= '9')) {
                throw new RefusedException(Reason.GARBAGE, "Content-Length: a number is expected");
            }
            return length.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(length);
        }
    }
}
