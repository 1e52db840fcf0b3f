// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

/** The columns of a table for a terminal, by their widths in characters; as in formats, a negative width aligns left. */
public final class TextColumns {
    private final int[] widths;

    public TextColumns(int... widths) {
        this.widths = widths.clone();
    }

    /** One row; a cell that does not fit is shortened. Further columns stay empty. */
    public String row(String... cells) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            row.append(widths[i] < 0 ? TextLines.left(cells[i], -widths[i]) : TextLines.right(cells[i], widths[i]));
        }
        return row.toString();
    }
}
