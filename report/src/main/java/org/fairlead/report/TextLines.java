// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

import java.util.regex.Pattern;

/** Lines of text no wider than a terminal; control characters from outside do not reach it. */
public final class TextLines {
    /** Controls, line separators, marks that turn the direction of text and halves of surrogate pairs. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]+");

    private final int width;
    private final StringBuilder text = new StringBuilder();

    public TextLines(int width) {
        this.width = width;
    }

    /** Cells that are already as wide as they should be; trailing blanks are dropped. */
    public void row(String... cells) {
        String line = visible(String.join("", cells)).stripTrailing();
        text.append(shortened(line, width)).append('\n');
    }

    public void blank() {
        text.append('\n');
    }

    public void section(String title) {
        blank();
        row(title);
    }

    /** Broken between words where needed; following lines are set two columns further in. */
    public void wrapped(String indent, String words) {
        StringBuilder line = new StringBuilder(indent);
        boolean empty = true;
        for (String word : visible(words).strip().split(" +", -1)) {
            if (!empty && length(line) + 1 + length(word) > width) {
                row(line.toString());
                line = new StringBuilder(indent).append("  ");
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        row(line.toString());
    }

    public String text() {
        return text.toString();
    }

    /** At least one blank at the end, so that columns never touch. */
    public static String left(String text, int width) {
        String fitting = shortened(text, width - 1);
        return fitting + " ".repeat(width - length(fitting));
    }

    public static String right(String text, int width) {
        String fitting = shortened(text, width - 1);
        return " ".repeat(width - length(fitting)) + fitting;
    }

    /** At most so many characters; the last one is … when some are left out. */
    public static String shortened(String text, int width) {
        return length(text) <= width ? text : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
    }

    private static int length(CharSequence text) {
        return Character.codePointCount(text, 0, text.length());
    }

    /** Without control characters, line separators, marks that turn the direction of text and halves of surrogate pairs: a blank stands for them. */
    public static String visible(String text) {
        return INVISIBLE.matcher(text).replaceAll(" ");
    }
}
