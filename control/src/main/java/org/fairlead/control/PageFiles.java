// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.fairlead.control.http.HttpAnswer;

/** The files of the controller's page, which loads nothing from elsewhere and runs in nobody else's frame. */
final class PageFiles {
    private static final String NOTHING_FOREIGN = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final Map<String, String> GUARDED = Map.of(
            "Content-Security-Policy",
            NOTHING_FOREIGN,
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cache-Control",
            "no-store");
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final Map<String, String> TYPES = Map.of(
            "/", "text/html; charset=utf-8",
            "/page.css", "text/css; charset=utf-8",
            "/page.js", SCRIPT,
            "/words.js", SCRIPT,
            "/layout.js", SCRIPT,
            "/drawing.js", SCRIPT,
            "/chart.js", SCRIPT,
            "/tables.js", SCRIPT);

    private PageFiles() {}

    static boolean has(String path) {
        return TYPES.containsKey(path);
    }

    /** @param path one that it {@link #has} */
    static HttpAnswer answer(String path) {
        String file = path.equals("/") ? "/page.html" : path;
        try (InputStream in = PageFiles.class.getResourceAsStream("page" + file)) {
            return new HttpAnswer(200, TYPES.get(path), in.readAllBytes(), GUARDED);
        } catch (IOException e) {
            throw new IllegalStateException("the page is missing from the jar", e);
        }
    }
}
