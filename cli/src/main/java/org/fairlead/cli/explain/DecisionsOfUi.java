// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.explain;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.fairlead.protocol.application.ApplicationReport;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.DeclineReport;
import org.fairlead.protocol.application.LaunchReport;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.protocol.client.FailedRequest;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.InvalidMessageException;

/** Asks a running application's web UI. */
public final class DecisionsOfUi {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final String base;

    private DecisionsOfUi(String base) {
        this.base = base;
    }

    /**
     * @param ui where Spark's UI is, such as {@code http://driver:4040}
     * @throws IllegalArgumentException if that is no address, or the stage is not known there
     */
    public static ExplanationReport ask(String ui, Question question) throws IOException {
        DecisionsOfUi asked = new DecisionsOfUi(checked(ui));
        return question.stage().isPresent() ? asked.stage(question) : asked.application(question);
    }

    private static String checked(String ui) {
        try {
            URI uri = URI.create(ui.strip());
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri.toString().replaceFirst("/+$", "");
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new IllegalArgumentException("--ui " + ui + ": an address is expected, such as http://driver:4040");
    }

    private ExplanationReport stage(Question question) throws IOException {
        Question.StageAttempt asked = question.stage().orElseThrow();
        StageDetail detail = get(
                "/fairlead/stage/json/?id=" + asked.stage() + "&attempt=" + asked.attempt(),
                StageDetail.class,
                "stage " + asked + " is not known there, or no longer");
        List<LaunchReport> launches = detail.launches().stream()
                .filter(question::isAbout)
                .limit(question.last())
                .toList();
        List<DeclineReport> declines =
                detail.declines().stream().limit(question.last()).toList();
        return new ExplanationReport(
                detail.application(),
                null,
                List.of(detail.stage()),
                launches,
                declines,
                List.of(),
                PrefetchReport.NONE,
                CopiesReport.NONE);
    }

    private ExplanationReport application(Question question) throws IOException {
        ApplicationReport report = get(
                "/fairlead/json/?last=" + question.last(), ApplicationReport.class, "the question was not understood");
        return new ExplanationReport(
                report.id(),
                report.verdict(),
                report.stages(),
                report.launches(),
                report.declines(),
                report.allowances(),
                report.prefetch(),
                report.copies());
    }

    /** @param refused what a decline means */
    private <T> T get(String path, Class<T> type, String refused) throws IOException {
        URI uri = URI.create(base + path);
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(LONGEST).build();
        HttpClient http = HttpClient.newBuilder()
                .connectTimeout(LONGEST)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        HttpResponse<InputStream> response;
        try {
            response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + base + " was asked");
        } catch (IOException e) {
            throw new IOException(base + " does not answer: " + FailedRequest.reason(e), e);
        }
        try (InputStream body = response.body()) {
            return read(response.statusCode(), body, type, refused);
        }
    }

    private <T> T read(int status, InputStream body, Class<T> type, String refused) throws IOException {
        if (status == 400) {
            throw new IllegalArgumentException(base + ": " + refused);
        }
        if (status == 401 || status == 403) {
            throw new IOException(base + ": who asks may not see this application");
        }
        if (status != 200) {
            throw new IOException(
                    base + " has no tab of Fairlead's (HTTP " + status + "): is the plug-in on in that application?");
        }
        byte[] bytes = body.readNBytes(Encoding.LARGEST_REPLY_BYTES);
        try {
            return Encoding.JSON.read(bytes, type);
        } catch (InvalidMessageException e) {
            throw new IOException(base + " has no tab of Fairlead's: " + e.getMessage(), e);
        }
    }
}
