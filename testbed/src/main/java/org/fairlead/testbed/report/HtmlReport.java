package org.fairlead.testbed.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.testbed.results.RunRecord;

/**
 * {@code report.html}: one page that needs nothing else, not even a network. Its shape is report.template.html, its look
 * report.css, its drawing the scripts beside it and Apache ECharts; the run's values stand in it as JSON. Everything that comes from
 * a run is escaped here, or set as text by those scripts, and a content security policy forbids the page any request.
 */
public final class HtmlReport {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z_]+)}}");

    private static final Pattern NOT_XML =
            Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    private HtmlReport() {}

    /** Whole or not at all. */
    public static void write(RunRecord run, Path file) throws IOException {
        byte[] page = render(run).getBytes(StandardCharsets.UTF_8);
        WholeFile.write(file, out -> out.write(page));
    }

    /** The page, in UTF-8. */
    public static String render(RunRecord run) {
        String version = echartsVersion();
        Map<String, String> parts = new HashMap<>();
        parts.put("title", html(RunText.name(run)));
        parts.put("headline", unbroken(html(Headline.of(run))));
        parts.put("rest", unbroken(html(String.join(" ", Headline.rest(run)))));
        parts.put("queueing", html(RunText.queueing(run)));
        parts.put("command", html(RunText.command(run)));
        parts.put("style", ownResource("report.css"));
        parts.put("data", json(run));
        parts.put("echarts", echarts(version));
        parts.put("echarts_version", html(version));
        parts.put("values_script", ownResource("values.js"));
        parts.put("ratios_script", ownResource("ratios.js"));
        parts.put("round_script", ownResource("round.js"));
        parts.put("page_script", ownResource("report.js"));
        // In one pass: what is put in is never looked at again for places.
        Matcher places = PLACE.matcher(ownResource("report.template.html"));
        return places.replaceAll(place -> {
            String part = parts.get(place.group(1));
            if (part == null) {
                throw new IllegalStateException("report.template.html: no part is called " + place.group());
            }
            return Matcher.quoteReplacement(part);
        });
    }

    /** JSON that can end neither the script element nor, in any browser, a line of it. */
    private static String json(RunRecord run) {
        try {
            return scriptSafe(ReportJson.MAPPER.writeValueAsString(PageData.of(run)));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String scriptSafe(String json) {
        return json.replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /** For HTML and XML, as text and in attributes; characters that XML does not have become blanks. */
    static String html(String text) {
        return NOT_XML.matcher(text)
                .replaceAll(" ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Keeps a number and what it counts on one line. */
    private static String unbroken(String text) {
        return text.replace(" %", "\u00a0%").replace("× ", "×\u00a0");
    }

    private static String echartsVersion() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(resource("/META-INF/maven/org.webjars.npm/echarts/pom.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static String echarts(String version) {
        String script = resource("/META-INF/resources/webjars/echarts/" + version + "/dist/echarts.min.js");
        for (String unsafe : List.of("</script", "<!--")) {
            if (script.contains(unsafe)) {
                throw new IllegalStateException(
                        "echarts " + version + " contains " + unsafe + ": it cannot be inlined");
            }
        }
        return script;
    }

    private static String ownResource(String name) {
        return resource("/org/fairlead/testbed/report/" + name);
    }

    private static String resource(String path) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("resource " + path + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
