// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class ObjectEndpointTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final MemoryObjects objects = new MemoryObjects();
    private ObjectEndpoint endpoint;

    @BeforeEach
    void begin() throws IOException {
        endpoint = ObjectEndpoint.start(objects);
        objects.put("b", "dir/file", "0123456789".getBytes(UTF_8));
    }

    @AfterEach
    void end() {
        endpoint.close();
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        return send("GET", path, headers);
    }

    private HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint.uri() + path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void anObjectIsGivenWholeWithItsEtag() throws Exception {
        HttpResponse<String> answer = get("/b/dir/file");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("0123456789");
        assertThat(answer.headers().firstValue("ETag")).contains("\"781e5e245d69b566979b86e28d23f2c7\"");
        assertThat(endpoint.servedBytes()).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=2-4,  234,    bytes 2-4/10",
        "bytes=7-,   789,    bytes 7-9/10",
        "bytes=7-99, 789,    bytes 7-9/10",
        "bytes=-2,   89,     bytes 8-9/10",
        "bytes=-99,  0123456789, bytes 0-9/10",
    })
    void aRangeIsGivenAndNothingElse(String range, String body, String given) throws Exception {
        HttpResponse<String> answer = get("/b/dir/file", "Range", range);

        assertThat(answer.statusCode()).isEqualTo(206);
        assertThat(answer.body()).isEqualTo(body);
        assertThat(answer.headers().firstValue("Content-Range")).contains(given);
        assertThat(endpoint.servedBytes()).isEqualTo(body.length());
    }

    @Test
    void aRangeBeyondItsEndIsRefused() throws Exception {
        assertThat(get("/b/dir/file", "Range", "bytes=10-").statusCode()).isEqualTo(416);
        assertThat(endpoint.servedBytes()).isZero();
    }

    @Test
    void whatIsThereIsToldWithoutContent() throws Exception {
        HttpResponse<String> answer = send("HEAD", "/b/dir/file");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Length")).contains("10");
        assertThat(answer.body()).isEmpty();
        assertThat(send("HEAD", "/b/dir").statusCode()).isEqualTo(404);
        assertThat(send("HEAD", "/other/dir/file").statusCode()).isEqualTo(404);
        assertThat(endpoint.servedBytes()).isZero();
    }

    @Test
    void anotherEtagIsAnotherObject() throws Exception {
        String etag = get("/b/dir/file").headers().firstValue("ETag").orElseThrow();
        objects.put("b", "dir/file", "other".getBytes(UTF_8));

        assertThat(get("/b/dir/file", "If-Match", etag).statusCode()).isEqualTo(412);
        assertThat(get("/b/dir/file").body()).isEqualTo("other");
    }

    @Test
    void listsHaveWhatLiesBelowAPrefixAndDirectories() throws Exception {
        objects.put("b", "dir/sub/one", new byte[1]);
        objects.put("b", "dir/sub/two&", new byte[2]);
        objects.put("b", "dirt", new byte[3]);

        String below = get("/b?list-type=2&prefix=dir/&delimiter=/").body();
        String all = get("/b?list-type=2").body();

        assertThat(below)
                .contains("<Key>dir/file</Key>", "<Size>10</Size>", "<Prefix>dir/sub/</Prefix>", "<KeyCount>2<")
                .doesNotContain("one", "dirt");
        assertThat(all).contains("dir/sub/one", "dir/sub/two&amp;", "dirt", "<KeyCount>4<");
        assertThat(get("/c?list-type=2").body()).contains("<KeyCount>0<");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "POST", "DELETE"})
    void nothingIsWritten(String method) throws Exception {
        assertThat(send(method, "/b/dir/file").statusCode()).isEqualTo(405);
        assertThat(get("/b/dir/file").body()).isEqualTo("0123456789");
    }

    @Test
    void whoIsForbiddenReadsNothing() throws Exception {
        endpoint.forbid("stranger");
        String stranger = "AWS4-HMAC-SHA256 Credential=stranger/20260101/us-east-1/s3/aws4_request";

        assertThat(get("/b/dir/file", "Authorization", stranger).statusCode()).isEqualTo(403);
        assertThat(get("/b/dir/file", "Authorization", stranger.replace("stranger", "reader"))
                        .statusCode())
                .isEqualTo(200);
    }

    /** Time that passes only while somebody waits. */
    private static final class WaitedTime implements ServiceTime {
        private final List<Duration> waits = new CopyOnWriteArrayList<>();

        @Override
        public long nanos() {
            return waits.stream().mapToLong(Duration::toNanos).sum();
        }

        @Override
        public void pass(Duration time) {
            waits.add(time);
        }
    }

    private WaitedTime serve(StoreService service) throws IOException {
        WaitedTime time = new WaitedTime();
        endpoint.close();
        InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        endpoint = ObjectEndpoint.start(free, objects, service, time);
        return time;
    }

    @Test
    void eachRequestWaitsForTheLatencyFirst() throws Exception {
        Duration latency = Duration.ofMillis(20);
        WaitedTime time = serve(new StoreService(latency, Double.POSITIVE_INFINITY));

        get("/b/dir/file");
        send("HEAD", "/b/nothing");
        get("/b?list-type=2");

        assertThat(time.waits).containsExactly(latency, latency, latency);
    }

    @Test
    void anAnswerHasItsLastByteWhenItsRateHasIt() throws Exception {
        byte[] content = new byte[3 * PacedOutput.PIECE + 1_000];
        objects.put("b", "large", content);
        WaitedTime time = serve(new StoreService(Duration.ofMillis(20), 1e6));

        assertThat(get("/b/large").body()).hasSize(content.length);

        assertThat(time.waits).startsWith(Duration.ofMillis(20), Duration.ofNanos(PacedOutput.PIECE * 1_000L));
        assertThat(time.nanos()).isEqualTo(20_000_000L + content.length * 1_000L);
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 0", "0, NaN"})
    void aServiceHasALatencyAndARate(int latency, double rate) {
        assertThatThrownBy(() -> new StoreService(Duration.ofMillis(latency), rate))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("accepted");
    }
}
