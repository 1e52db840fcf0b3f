// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page that needs nothing else, not even a network: a frame ({@code page.template.html}) around the owner's own part, whose places,
 * {@code {{name}}}, are filled with values, styles and scripts, Apache ECharts among them. Who fills it escapes what comes from outside: {@link
 * #html} for text and attributes, {@link #scriptSafe} for JSON inside a script element.
 */
public final class OfflinePage {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z_]+)}}");

    private static final Pattern NOT_XML =
            Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    private static final String FRAME = "page.template.html";

    private final Class<?> owner;
    private final Map<String, String> parts = new HashMap<>();
    private final StringBuilder scripts = new StringBuilder();

    /**
     * Whoever makes a page fills {@code title}, {@code headline}, {@code lede} and {@code data}; ECharts has to be on the class path.
     *
     * @param owner whose package holds the page's part and scripts
     * @param part of Fairlead that the page comes from
     */
    public OfflinePage(Class<?> owner, String part) {
        this.owner = owner;
        String version = echartsVersion();
        parts.put("part", html(part));
        parts.put("style", resource(OfflinePage.class, "page.css"));
        parts.put("echarts", echarts(version));
        parts.put("echarts_version", html(version));
        script(OfflinePage.class, "page.js");
    }

    /** Says in words what the page is about. */
    public OfflinePage words(String title, String headline, String lede) {
        return put("title", html(title)).put("headline", html(headline)).put("lede", html(lede));
    }

    /** Has the values that its scripts draw, as JSON. */
    public OfflinePage data(byte[] json) {
        return put("data", scriptSafe(new String(json, StandardCharsets.UTF_8)));
    }

    /** Fills a place with what is safe there already. */
    public OfflinePage put(String place, String safe) {
        parts.put(place, safe);
        return this;
    }

    /** Adds the script that several pages draw charts with. */
    public OfflinePage charts() {
        return script(OfflinePage.class, "charts.js");
    }

    /** Adds a script of the owner, after those that were added before. */
    public OfflinePage script(String name) {
        return script(owner, name);
    }

    private OfflinePage script(Class<?> of, String name) {
        scripts.append(resource(of, name)).append('\n');
        return this;
    }

    /**
     * The page, in UTF-8.
     *
     * @param main a resource of the owner: what stands between header and footer, with places of its own
     */
    public byte[] render(String main) {
        parts.put("scripts", scripts.toString());
        parts.put("main", filled(main, resource(owner, main)));
        return filled(FRAME, resource(OfflinePage.class, FRAME)).getBytes(StandardCharsets.UTF_8);
    }

    private String filled(String name, String template) {
        // In one pass: what is put in is never looked at again for places.
        Matcher places = PLACE.matcher(template);
        return places.replaceAll(place -> {
            String part = parts.get(place.group(1));
            if (part == null) {
                throw new IllegalStateException(name + ": no part is called " + place.group());
            }
            return Matcher.quoteReplacement(part);
        });
    }

    /** JSON that can end neither the script element nor, in any browser, a line of it. */
    public static String scriptSafe(String json) {
        return json.replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /** For HTML and XML, as text and in attributes; characters that XML does not have become blanks. */
    public static String html(String text) {
        return NOT_XML.matcher(text)
                .replaceAll(" ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static String echartsVersion() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(
                    resource(OfflinePage.class, "/META-INF/maven/org.webjars.npm/echarts/pom.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static String echarts(String version) {
        String script =
                resource(OfflinePage.class, "/META-INF/resources/webjars/echarts/" + version + "/dist/echarts.min.js");
        for (String unsafe : List.of("</script", "<!--")) {
            if (script.contains(unsafe)) {
                throw new IllegalStateException(
                        "echarts " + version + " contains " + unsafe + ": it cannot be inlined");
            }
        }
        return script;
    }

    private static String resource(Class<?> owner, String path) {
        try (InputStream in = owner.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("resource " + path + " is not on the class path of " + owner);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
