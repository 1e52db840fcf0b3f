// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

/** The columns of a table for a terminal, by their widths in characters; as in formats, a negative width aligns left. */
public final class TextColumns {
    private final int[] widths;

    public TextColumns(int... widths) {
        this.widths = widths.clone();
    }

    /** One row; a cell that does not fit is shortened. Further columns stay empty. */
    public String row(String first, String... others) {
        StringBuilder row = new StringBuilder(cell(first, widths[0]));
        for (int i = 0; i < others.length; i++) {
            row.append(cell(others[i], widths[i + 1]));
        }
        return row.toString();
    }

    private static String cell(String text, int width) {
        return width < 0 ? TextLines.left(text, -width) : TextLines.right(text, width);
    }
}
