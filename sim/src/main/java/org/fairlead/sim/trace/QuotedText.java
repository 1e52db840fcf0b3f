// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Text of a file inside an error message: short, in quotes, nothing in it that a terminal would act on. */
public final class QuotedText {
    private static final int MOST = 40;

    private QuotedText() {}

    public static String text(byte[] bytes, int from, int to) {
        // A character takes at most four bytes.
        String text = new String(bytes, from, Math.min(to - from, 4 * MOST + 4), StandardCharsets.UTF_8);
        StringBuilder shown = new StringBuilder("'");
        int[] points = text.codePoints().limit(MOST + 1L).toArray();
        for (int i = 0; i < Math.min(points.length, MOST); i++) {
            shown.appendCodePoint(isPlain(points[i]) ? points[i] : '\ufffd');
        }
        return shown.append(points.length > MOST ? "…'" : "'").toString();
    }

    /** No control, no line separator, no mark that turns the direction of text. */
    private static boolean isPlain(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** Whether the bytes are UTF-8 text that {@link #text} would show as it is, whatever its length. */
    static boolean isPlainText(byte[] bytes, int from, int to) {
        boolean ascii = true;
        for (int at = from; at < to; at++) {
            if (bytes[at] >= 0 && (bytes[at] < ' ' || bytes[at] == 0x7f)) {
                return false;
            }
            ascii &= bytes[at] >= 0;
        }
        if (ascii) {
            return true;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .codePoints()
                    .allMatch(QuotedText::isPlain);
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
