// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.util.Locale;
import org.fairlead.report.TextLines;

/** HTML that is being written. What comes from outside goes through {@link #text} or {@link #escaped}, in elements and in attributes. */
final class Html {
    private final StringBuilder html = new StringBuilder();

    /** Markup of our own, with numbers in it. */
    Html add(String markup, Object... numbers) {
        html.append(numbers.length == 0 ? markup : String.format(Locale.ROOT, markup, numbers));
        return this;
    }

    Html text(String anything) {
        html.append(escaped(anything));
        return this;
    }

    Html add(Html part) {
        html.append(part.html);
        return this;
    }

    /** A table's cell. */
    Html cell(String cssClass, String anything) {
        return add("<td class=\"").add(cssClass).add("\">").text(anything).add("</td>");
    }

    /** A table's head. */
    Html head(String... columns) {
        add("<thead><tr>");
        for (String column : columns) {
            boolean number = column.startsWith("#");
            add(number ? "<th class=\"n\">" : "<th>")
                    .text(number ? column.substring(1) : column)
                    .add("</th>");
        }
        return add("</tr></thead>");
    }

    /** A figure with what it is called. */
    Html fact(String what, String value, String note) {
        add("<div><dt>").text(what).add("</dt><dd>").text(value);
        if (!note.isEmpty()) {
            add(" <small>").text(note).add("</small>");
        }
        return add("</dd></div>");
    }

    @Override
    public String toString() {
        return html.toString();
    }

    static String escaped(String anything) {
        return TextLines.visible(anything)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
