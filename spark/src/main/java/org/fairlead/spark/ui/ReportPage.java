// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.UIUtils;
import org.apache.spark.ui.WebUIPage;
import org.fairlead.protocol.message.Encoding;
import org.json4s.AsJsonInput;
import org.json4s.JValue;
import org.json4s.jackson.JsonMethods$;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.xml.Node;
import scala.xml.Unparsed;

/** A page of the tab, in Spark's frame. */
abstract class ReportPage extends WebUIPage {
    private static final String STYLE = style();

    private final SparkUITab tab;

    ReportPage(SparkUITab tab, String path) {
        super(path);
        this.tab = tab;
    }

    private static String style() {
        try (InputStream css = ReportPage.class.getResourceAsStream("style.css")) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Spark escapes the title. */
    final Seq<Node> inFrame(HttpServletRequest request, String title, Html content) {
        Unparsed body = new Unparsed("<style>" + STYLE + "</style><div class=\"fl\">" + content + "</div>");
        return UIUtils.headerSparkPage(request, title, () -> body, tab, Option.empty(), false, false, false);
    }

    static JValue json(Object report) {
        String text = new String(Encoding.JSON.write(report), StandardCharsets.UTF_8);
        return JsonMethods$.MODULE$.parse(text, false, true, AsJsonInput.stringAsJsonInput());
    }

    /**
     * A whole number among a request's parameters.
     *
     * @throws IllegalArgumentException in words for who asks; Spark answers 400 with them
     */
    static int number(HttpServletRequest request, String parameter, int standard, int most) {
        String text = request.getParameter(parameter);
        if (text == null || text.isBlank()) {
            return standard;
        }
        try {
            int number = Integer.parseInt(text.trim());
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, together with what is out of bounds.
        }
        throw new IllegalArgumentException(parameter + ": a whole number from 0 to " + most + " is expected");
    }

    /** A link to another page of the UI. */
    static String link(HttpServletRequest request, String path) {
        return Html.escaped(UIUtils.prependBaseUri(request, "", path));
    }
}
