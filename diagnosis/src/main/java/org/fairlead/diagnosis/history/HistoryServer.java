// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.protocol.client.FailedRequest;
import org.fairlead.sim.engine.RunObserver;

/** Asks a history server by its REST API (Spark 2.4 to 4.x) for the event log of an application. */
public final class HistoryServer {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int LARGEST_LIST = 16 << 20;
    private static final int NAMED = 5;
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final LogAddress address;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(LONGEST)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    private HistoryServer(LogAddress address) {
        this.address = address;
    }

    /**
     * Brings the logs of an application, of all its attempts unless one is named.
     *
     * @param into an empty directory
     * @return the application's id
     * @throws IllegalArgumentException if that is no history server, or it does not know the application
     * @throws IOException if it does not answer, or does not let one see the log
     */
    public static String fetch(LogAddress address, Path into, RunObserver watcher) throws IOException {
        return fetch(address, into, watcher, LONGEST);
    }

    /** @param longest that nothing may come of an answer that has begun to come: a log, or the list of applications */
    static String fetch(LogAddress address, Path into, RunObserver watcher, Duration longest) throws IOException {
        HistoryServer asked = new HistoryServer(address);
        LogAddress exact = address.application().isEmpty() ? address.with(asked.newest(longest)) : address;
        HttpResponse<InputStream> response = asked.get(exact.logs());
        try (InputStream body = response.body()) {
            if (response.statusCode() == 404) {
                throw new IllegalArgumentException(address.server() + " knows no application '" + exact.application()
                        + (exact.attempt().isEmpty() ? "'" : "' with an attempt " + exact.attempt())
                        + asked.known(longest));
            }
            asked.checkStatus(response.statusCode(), exact.logs());
            long free = Files.getFileStore(into).getUsableSpace();
            LogArchive archive = new LogArchive(address.server(), watcher, free);
            unpack(exact, archive, new WatchedInput(body, longest), into);
        }
        return exact.application();
    }

    private static void unpack(LogAddress address, LogArchive archive, InputStream body, Path into) throws IOException {
        try (body) {
            archive.unpack(body, into);
        } catch (IOException e) {
            throw new IOException(
                    address.server() + " sent a part of the log of " + address.application() + " only: "
                            + e.getMessage(),
                    e);
        }
    }

    private String newest(Duration longest) throws IOException {
        List<String> ids = ids(1, longest);
        if (ids.isEmpty()) {
            throw new IllegalArgumentException(address.server() + " knows no application that has ended");
        }
        return ids.get(0);
    }

    private String known(Duration longest) throws IOException {
        List<String> ids = ids(NAMED, longest);
        return ids.isEmpty() ? "" : "; the newest that have ended: " + String.join(", ", ids);
    }

    private List<String> ids(int most, Duration longest) throws IOException {
        URI uri = address.newest(most);
        HttpResponse<InputStream> response = get(uri);
        byte[] bytes;
        try (InputStream body = response.body()) {
            checkStatus(response.statusCode(), uri);
            bytes = list(body, longest);
        }
        try {
            List<String> ids = new ArrayList<>();
            for (JsonNode each : MAPPER.readTree(bytes)) {
                if (each.path("id").isTextual()) {
                    ids.add(each.path("id").asText());
                }
            }
            return ids;
        } catch (JsonProcessingException e) {
            throw noHistoryServer("its list of applications is no JSON", e);
        }
    }

    private byte[] list(InputStream body, Duration longest) throws IOException {
        try (InputStream watched = new WatchedInput(body, longest)) {
            return watched.readNBytes(LARGEST_LIST);
        } catch (IOException e) {
            throw new IOException(
                    address.server() + " sent a part of its list of applications only: " + e.getMessage(), e);
        }
    }

    private void checkStatus(int status, URI uri) throws IOException {
        if (status == 401 || status == 403) {
            throw new IOException(address.server() + " wants to know who asks (HTTP " + status
                    + "): fetch the log with a browser or curl from " + uri + ", unpack it and name the file");
        }
        if (status == 404) {
            throw noHistoryServer("HTTP 404 for " + uri, null);
        }
        if (status != 200) {
            throw new IOException(address.server() + " answers with HTTP " + status + " to " + uri);
        }
    }

    private IllegalArgumentException noHistoryServer(String why, Throwable cause) {
        return new IllegalArgumentException(
                address.server() + " is no history server of Spark: " + why + "; accepted: http://host:18080", cause);
    }

    private HttpResponse<InputStream> get(URI uri) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(LONGEST).build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + address.server() + " was asked");
        } catch (IOException e) {
            throw new IOException(address.server() + " does not answer: " + FailedRequest.reason(e), e);
        }
    }
}
