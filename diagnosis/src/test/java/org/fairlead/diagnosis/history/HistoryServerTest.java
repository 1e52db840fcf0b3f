// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.fairlead.diagnosis.MadeUpLog;
import org.fairlead.diagnosis.log.ApplicationReader;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.workload.spark.EventLogFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A history server on the loopback interface, which answers as Spark's does. */
final class HistoryServerTest {
    private static final String LIST = "[{\"id\":\"app-7\",\"name\":\"nightly\"},{\"id\":\"app-6\"}]";

    @TempDir
    private Path directory;

    private final Map<String, byte[]> answers = new TreeMap<>();
    private HttpServer server;
    private String address;
    private int status = 200;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = answers.get(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(answer == null ? 404 : status, 0);
            exchange.getResponseBody().write(answer == null ? new byte[0] : answer);
            exchange.close();
        });
        server.start();
        address = "http://localhost:" + server.getAddress().getPort();
        answers.put("/api/v1/applications", LIST.getBytes(StandardCharsets.UTF_8));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private String fetch(String text) throws IOException {
        return HistoryServer.fetch(LogAddress.of(text), directory, RunObserver.NONE);
    }

    /** Says how long the answer will be, sends a half of it, and ends when that is over. */
    private void answerHalf(String path, byte[] whole, CountDownLatch over) {
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(200, whole.length);
            exchange.getResponseBody().write(whole, 0, whole.length / 2);
            exchange.getResponseBody().flush();
            try {
                over.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
    }

    /** It says how long its answer will be, and ends or stands still in its midst. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogOfWhichOnlyAPartComesIsNoLog(boolean standsStill) throws IOException {
        byte[] whole = zip(Map.of("app-7", MadeUpLog.bytes(MadeUpLog.lines("3.5"))));
        CountDownLatch over = new CountDownLatch(1);
        answerHalf("/api/v1/applications/app-7/logs", whole, standsStill ? over : new CountDownLatch(0));

        assertThatThrownBy(() -> HistoryServer.fetch(
                        LogAddress.of(address + "/history/app-7"), directory, RunObserver.NONE, Duration.ofMillis(500)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(" sent a part of the log of app-7 only: ")
                .hasMessageContaining(standsStill ? "nothing came for" : "");
        over.countDown();
    }

    /** Asked for the newest application, or for those that there are in the place of one that is not. */
    @ParameterizedTest
    @ValueSource(strings = {"", "/history/app-9"})
    void aListOfApplicationsThatStandsStillIsNotWaitedFor(String path) {
        CountDownLatch over = new CountDownLatch(1);
        server.createContext("/api/v1/applications/app-9/logs", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        answerHalf("/api/v1/applications", LIST.getBytes(StandardCharsets.UTF_8), over);

        assertThatThrownBy(() -> HistoryServer.fetch(
                        LogAddress.of(address + path), directory, RunObserver.NONE, Duration.ofMillis(500)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(" sent a part of its list of applications only: nothing came for");
        over.countDown();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/history/app-7/jobs/", "/history/app-7", "/api/v1/applications/app-7"})
    void theLogOfAnApplicationIsRead(String path) throws IOException {
        byte[] log = MadeUpLog.bytes(MadeUpLog.lines("3.5"));
        answers.put("/api/v1/applications/app-7/logs", zip(Map.of("app-7.zstd", MadeUpLog.packed("zstd", log))));

        assertThat(fetch(address + path)).isEqualTo("app-7");

        assertThat(EventLogFiles.find(directory, RunObserver.NONE)).containsExactly(directory.resolve("app-7.zstd"));
        assertThat(ApplicationReader.read(directory.resolve("app-7.zstd"), RunObserver.NONE)
                        .tasks())
                .isEqualTo(5);
    }

    @Test
    void aLogThatWasRolledIsADirectoryInTheArchive() throws IOException {
        byte[] log = MadeUpLog.bytes(MadeUpLog.lines("4.0"));
        answers.put(
                "/proxy/api/v1/applications/app-7/2/logs",
                zip(Map.of(
                        "eventlog_v2_app-7_2/events_1_app-7_2",
                        log,
                        "eventlog_v2_app-7_2/appstatus_app-7_2",
                        new byte[0])));

        fetch(address + "/proxy/history/app-7/2/stages/");

        assertThat(EventLogFiles.find(directory, RunObserver.NONE))
                .containsExactly(directory.resolve("eventlog_v2_app-7_2"));
    }

    @Test
    void anApplicationThatIsNotThereIsNamedWithThoseThatAre() {
        assertThatThrownBy(() -> fetch(address + "/history/app-9"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(address + " knows no application 'app-9'; the newest that have ended: app-7, app-6");
    }

    @Test
    void whatIsNoHistoryServerIsSaid() {
        answers.clear();
        assertThatThrownBy(() -> fetch(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no history server of Spark: HTTP 404");
        answers.put("/api/v1/applications", "<html>".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> fetch(address)).hasMessageContaining("its list of applications is no JSON");
        answers.put("/api/v1/applications", "[]".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> fetch(address)).hasMessageContaining("knows no application that has ended");
    }

    @Test
    void whoDoesNotAnswerIsSaidInWords() {
        assertThatThrownBy(() -> fetch("http://localhost:1"))
                .isInstanceOf(IOException.class)
                .hasMessage("http://localhost:1 does not answer: no connection");
    }

    @Test
    void whoMayNotSeeALogIsToldHowToBringIt() {
        status = 403;
        assertThatThrownBy(() -> fetch(address))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("wants to know who asks (HTTP 403)");
    }

    @Test
    void anArchiveWritesNothingOutsideOfItsDirectory() throws IOException {
        answers.put("/api/v1/applications/app-7/logs", zip(Map.of("../outside", new byte[] {1})));

        assertThatThrownBy(() -> fetch(address + "/history/app-7"))
                .hasMessageContaining("sent no archive of event logs: a file is called '../outside'");
        assertThat(directory.resolveSibling("outside")).doesNotExist();
    }

    @Test
    void whatIsNoArchiveIsSaid() {
        answers.put("/api/v1/applications/app-7/logs", new byte[] {1, 2, 3});

        assertThatThrownBy(() -> fetch(address + "/history/app-7")).hasMessageContaining("no file in it");
    }

    @ParameterizedTest
    @CsvSource({"http://", "https://a b", "ftp://host/"})
    void whatIsNoAddressIsSaid(String text) {
        assertThatThrownBy(() -> LogAddress.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("accepted: http://host:18080");
    }
}
