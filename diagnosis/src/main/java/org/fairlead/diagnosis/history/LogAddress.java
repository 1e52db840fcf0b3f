// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.history;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a history server is, and which application of it is meant: what people copy from a browser ({@code http://host:18080/history/app-1/jobs/}),
 * an address of the REST API, or the server alone.
 *
 * @param server without a slash at its end
 * @param application its id; empty for the newest one
 * @param attempt of the application; empty for all
 */
public record LogAddress(String server, String application, String attempt) {
    private static final Pattern OF_APPLICATION =
            Pattern.compile("(.*?)/(?:history|api/v1/applications)/([A-Za-z0-9_.\\-]+)(?:/(\\d+))?(?:/.*)?");
    private static final Pattern OF_SERVER = Pattern.compile("(.*?)/*(?:/history|/api/v1(?:/applications)?)?/*");

    public static boolean isAddress(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        return lower.startsWith("http://") || lower.startsWith("https://");
    }

    /** @throws IllegalArgumentException that says what is accepted */
    public static LogAddress of(String text) {
        URI uri;
        try {
            uri = URI.create(text.strip());
        } catch (IllegalArgumentException e) {
            throw invalid(text, e);
        }
        if (!isAddress(text) || uri.getHost() == null) {
            throw invalid(text, null);
        }
        String root = uri.getScheme() + "://" + uri.getRawAuthority();
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        Matcher application = OF_APPLICATION.matcher(path);
        if (application.matches()) {
            String attempt = application.group(3);
            return new LogAddress(root + application.group(1), application.group(2), attempt == null ? "" : attempt);
        }
        Matcher server = OF_SERVER.matcher(path);
        return new LogAddress(root + (server.matches() ? server.group(1) : ""), "", "");
    }

    private static IllegalArgumentException invalid(String text, Throwable cause) {
        return new IllegalArgumentException(
                text + ": no address of a history server; accepted: http://host:18080,"
                        + " http://host:18080/history/APPLICATION",
                cause);
    }

    /** The same server, another application. */
    public LogAddress with(String other) {
        return new LogAddress(server, other, "");
    }

    URI logs() {
        return URI.create(
                server + "/api/v1/applications/" + application + (attempt.isEmpty() ? "" : "/" + attempt) + "/logs");
    }

    /** @param most applications that have ended, the newest first */
    URI newest(int most) {
        return URI.create(server + "/api/v1/applications?status=completed&limit=" + most);
    }
}
