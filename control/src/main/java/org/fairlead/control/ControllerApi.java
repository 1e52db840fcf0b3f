// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.fairlead.control.http.HttpAnswer;
import org.fairlead.control.http.HttpQuestion;
import org.fairlead.control.http.HttpService;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.control.http.Responder;
import org.fairlead.control.metrics.Metrics;
import org.fairlead.control.report.ReportSender;
import org.fairlead.control.view.LoadHistory;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.EnforcementMessage;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.HistoryMessage;
import org.fairlead.protocol.message.InvalidMessageException;
import org.fairlead.protocol.message.Rejection;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.message.WitnessReport;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.Identity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a controller answers under which path. docs/controller.md shows each with curl. */
final class ControllerApi implements HttpService {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerApi.class);
    private static final Set<String> GET = Set.of("GET");
    private static final Set<String> POST = Set.of("POST");
    private static final Set<String> GET_AND_POST = new TreeSet<>(Set.of("GET", "POST"));

    private final ControllerParts desk;
    private final PolledAnswers polled;
    private final TimeSource time;
    private final CounterDataPoint requests;

    ControllerApi(ControllerParts desk, TimeSource time) {
        this.desk = desk;
        polled = new PolledAnswers(desk);
        this.time = time;
        requests = desk.metrics()
                .counter(
                        "fairlead_requests_total",
                        "HTTP requests that were let in and answered; no growth means that nobody reaches this controller.")
                .labelValues();
    }

    @Override
    public Optional<Identity> admit(HttpQuestion head) throws RefusedException {
        Set<String> methods = methods(head.path());
        if (!methods.contains(head.method())) {
            throw new RefusedException(Reason.METHOD, "the method " + String.join(" or ", methods) + " is expected");
        }
        if (head.path().equals("/healthz")) {
            return Optional.empty(); // anybody may ask, and is no better known for it
        }
        Optional<Identity> known = desk.gate().admit(head);
        if (head.method().equals("POST")) {
            refuseForms(head);
        }
        return known;
    }

    /** HEAD is asked as GET. */
    private static Set<String> methods(String path) throws RefusedException {
        return switch (path) {
            case "/v1/heartbeat", "/v1/switch-counters", "/v1/flow-requests", "/v1/witnesses" -> POST;
            case "/v1/decisions", "/v1/enforcement" -> GET_AND_POST;
            case "/v1/view",
                    "/v1/paths",
                    "/v1/rates",
                    "/v1/paths/explanation",
                    "/v1/topology",
                    "/v1/history",
                    "/v1/own",
                    "/metrics",
                    "/healthz" -> GET;
            default -> {
                if (!PageFiles.has(path)) {
                    throw new RefusedException(Reason.NO_SUCH_PATH, "nothing is here; the page is at /");
                }
                yield GET;
            }
        };
    }

    @Override
    public boolean isShort(String path) {
        return path.equals("/v1/heartbeat");
    }

    @Override
    public int largestBody(String path) {
        return switch (path) {
            case "/v1/heartbeat" -> Heartbeat.LARGEST_BYTES;
            case "/v1/switch-counters" -> SwitchCounters.LARGEST_BYTES;
            case "/v1/flow-requests" -> FlowRequests.LARGEST_BYTES;
            case "/v1/witnesses" -> WitnessReport.LARGEST_BYTES;
            case "/v1/decisions" -> DecisionMessage.LARGEST_BYTES;
            default -> 4096;
        };
    }

    @Override
    public void answer(HttpQuestion question, Responder asker) {
        requests.inc();
        Encoding encoding = Encoding.of(question.heads().accept());
        try {
            if (question.path().equals("/v1/view")) {
                polled.view(question, encoding, asker);
            } else if (question.path().equals("/v1/paths")) {
                polled.paths(question, encoding, asker);
            } else if (question.path().equals("/v1/rates")) {
                polled.rates(question, encoding, asker);
            } else {
                asker.answer(plain(question, encoding));
            }
        } catch (RefusedException e) {
            desk.refusals().count(e, question.from().getHostAddress());
            asker.answer(refused(e, encoding));
        } catch (InvalidMessageException e) {
            RefusedException garbage = new RefusedException(Reason.GARBAGE, e.getMessage());
            desk.refusals().count(garbage, question.from().getHostAddress());
            asker.answer(refused(garbage, encoding));
        } catch (RuntimeException e) {
            LOG.error("no answer to {}", question.path(), e);
            asker.answer(refused(new RefusedException(Reason.INTERNAL, "a mistake of ours; see the log"), encoding));
        }
    }

    @Override
    public HttpAnswer refusal(RefusedException refused, HttpQuestion head) {
        desk.refusals().count(refused, head.from().getHostAddress());
        HttpAnswer answer = refused(refused, Encoding.of(head.heads().accept()));
        return switch (refused.reason()) {
            case METHOD -> answer.with(Map.of("Allow", allowed(head.path())));
            case BUSY -> answer.with(Map.of("Retry-After", "1"));
            default -> answer;
        };
    }

    private static String allowed(String path) {
        try {
            Set<String> methods = methods(path);
            return String.join(", ", methods) + (methods.contains("GET") ? ", HEAD" : "");
        } catch (RefusedException e) {
            return "";
        }
    }

    private static HttpAnswer refused(RefusedException e, Encoding encoding) {
        HttpAnswer answer = HttpAnswer.of(
                e.reason().status(), encoding, new Rejection(e.reason().word(), e.getMessage()));
        return e.reason() == Reason.UNAUTHORIZED
                ? answer.with(Map.of("WWW-Authenticate", "Basic realm=\"fairlead: any name, the token as password\""))
                : answer;
    }

    private HttpAnswer plain(HttpQuestion question, Encoding encoding)
            throws RefusedException, InvalidMessageException {
        return switch (question.path()) {
            case "/v1/heartbeat" -> heartbeat(question, encoding);
            case "/v1/switch-counters" -> switchCounters(question, encoding);
            case "/v1/flow-requests" -> flowRequests(question, encoding);
            case "/v1/witnesses" -> witnesses(question, encoding);
            case "/v1/decisions" -> decisions(question, encoding);
            case "/v1/enforcement" -> enforcement(question, encoding);
            case "/v1/topology" -> {
                yield HttpAnswer.of(encoding, desk.views().topology());
            }
            case "/v1/paths/explanation" -> {
                String from = question.parameter("from").orElse("");
                yield HttpAnswer.of(
                        encoding,
                        desk.paths().explain(from, question.parameter("to").orElse("")));
            }
            case "/v1/history" -> history(question, encoding);
            case "/v1/own" -> {
                yield HttpAnswer.of(encoding, desk.own().message(desk.name(), desk.epoch()));
            }
            case "/metrics" ->
                new HttpAnswer(200, Metrics.CONTENT_TYPE, desk.metrics().text(), Map.of());
            case "/healthz" -> health(encoding);
            default -> PageFiles.answer(question.path());
        };
    }

    private HttpAnswer heartbeat(HttpQuestion question, Encoding encoding)
            throws RefusedException, InvalidMessageException {
        ReportSender speaker = speaker(question);
        Heartbeat heartbeat = read(question, Heartbeat.class);
        AccessControl.speaksFor(speaker.identity(), heartbeat.host());
        desk.reports().take(heartbeat, speaker);
        return reply(encoding, 1);
    }

    private HttpAnswer switchCounters(HttpQuestion question, Encoding encoding)
            throws RefusedException, InvalidMessageException {
        ReportSender speaker = speaker(question);
        SwitchCounters counters = read(question, SwitchCounters.class);
        return reply(encoding, desk.reports().take(counters, speaker));
    }

    private HttpAnswer flowRequests(HttpQuestion question, Encoding encoding)
            throws RefusedException, InvalidMessageException {
        ReportSender speaker = speaker(question);
        FlowRequests requests = read(question, FlowRequests.class);
        AccessControl.speaksFor(speaker.identity(), requests.application());
        int taken = desk.reports().take(requests, speaker, desk.views().view());
        desk.paths().requested();
        List<Reply.Quota> quotas = desk.admission().quotas(requests.application());
        desk.rates().requested();
        return HttpAnswer.of(
                encoding,
                new Reply(desk.name(), desk.epoch(), taken, desk.views().enforcement(), quotas));
    }

    private HttpAnswer witnesses(HttpQuestion question, Encoding encoding)
            throws RefusedException, InvalidMessageException {
        ReportSender speaker = speaker(question);
        WitnessReport witnesses = read(question, WitnessReport.class);
        AccessControl.speaksFor(speaker.identity(), witnesses.nameNode());
        return reply(encoding, desk.reports().take(witnesses, speaker));
    }

    private HttpAnswer decisions(HttpQuestion question, Encoding encoding)
            throws RefusedException, InvalidMessageException {
        if (question.method().equals("GET")) {
            int last = (int) question.number("last", 1, RecentDecisions.MOST, 20);
            return HttpAnswer.of(encoding, desk.decisions().last(last));
        }
        Identity identity = speaker(question).identity();
        List<DecisionMessage> decisions =
                Encoding.of(question.heads().contentType()).readList(question.body(), DecisionMessage.class);
        if (decisions.size() > DecisionMessage.MOST_AT_ONCE) {
            throw new RefusedException(
                    Reason.OVERSIZED,
                    decisions.size() + " decisions; at most " + DecisionMessage.MOST_AT_ONCE + " are accepted at once");
        }
        for (DecisionMessage decision : decisions) {
            if (decision == null) {
                throw new RefusedException(Reason.GARBAGE, "null is not a decision");
            }
            AccessControl.speaksFor(identity, decision.nameNode());
        }
        decisions.forEach(desk.decisions()::add);
        return reply(encoding, decisions.size());
    }

    private HttpAnswer history(HttpQuestion question, Encoding encoding) throws RefusedException {
        LoadHistory.Asked asked = new LoadHistory.Asked(
                indices(question, "links"),
                indices(question, "hosts"),
                (int) question.number("busiest", 0, HistoryMessage.MOST_SERIES, 5),
                (int) question.number("last", 1, LoadHistory.SAMPLES, LoadHistory.SAMPLES));
        return HttpAnswer.of(
                encoding,
                desk.history()
                        .message(
                                desk.name(),
                                desk.epoch(),
                                desk.views().view().topology(),
                                desk.views().topology().id(),
                                asked,
                                time.nanoTime()));
    }

    /** Numbers between commas, such as {@code links=3,17}. */
    private static int[] indices(HttpQuestion question, String name) throws RefusedException {
        String text = question.parameter(name).orElse("");
        String[] parts = text.isEmpty() ? new String[0] : text.split(",", HistoryMessage.MOST_SERIES + 1);
        try {
            int[] indices = Arrays.stream(parts).mapToInt(Integer::parseInt).toArray();
            if (indices.length <= HistoryMessage.MOST_SERIES
                    && Arrays.stream(indices).allMatch(index -> index >= 0)) {
                return indices;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new RefusedException(
                Reason.GARBAGE,
                name + ": at most " + HistoryMessage.MOST_SERIES
                        + " numbers of the topology, with commas between them, are expected");
    }

    private HttpAnswer enforcement(HttpQuestion question, Encoding encoding)
            throws RefusedException, InvalidMessageException {
        if (question.method().equals("GET")) {
            return HttpAnswer.of(encoding, new EnforcementMessage(desk.views().enforcement()));
        }
        ReportSender speaker = speaker(question);
        boolean enabled = read(question, EnforcementMessage.class).enabled();
        desk.views().enforcement(enabled);
        LOG.warn(
                "enforcement is switched {} by {} at {}",
                enabled ? "on" : "off",
                speaker.identity(),
                question.from().getHostAddress());
        return reply(encoding, 1);
    }

    private HttpAnswer health(Encoding encoding) {
        Map<String, Object> health = new LinkedHashMap<>();
        boolean serving = desk.views().alive();
        health.put("status", serving ? "serving" : "stuck");
        health.put("controller", desk.name());
        health.put("epoch", desk.epoch());
        health.put("version", desk.views().view().version());
        health.put("enforcement", desk.views().enforcement());
        Map<String, Integer> agents = new LinkedHashMap<>();
        desk.agents(time.nanoTime())
                .forEach((known, hosts) -> agents.put(known.name().toLowerCase(Locale.ROOT), hosts));
        health.put("agents", agents);
        Map<String, Long> restarts = new LinkedHashMap<>(LastingThread.restarts());
        restarts.values().removeIf(count -> count == 0);
        health.put("thread_restarts", restarts);
        return HttpAnswer.of(serving ? 200 : 503, encoding, health);
    }

    private HttpAnswer reply(Encoding encoding, int accepted) {
        return HttpAnswer.of(
                encoding,
                Reply.of(desk.name(), desk.epoch(), accepted, desk.views().enforcement()));
    }

    /** Who posted what was admitted: a stranger does nothing but read. */
    private static ReportSender speaker(HttpQuestion question) {
        return new ReportSender(question.identity().orElseThrow(), Optional.of(question.from()));
    }

    private static void refuseForms(HttpQuestion question) throws RefusedException {
        String type = question.heads().contentType().toLowerCase(Locale.ROOT);
        // No form and no foreign page can send these without asking first.
        if (!type.startsWith("application/json") && !type.startsWith(Encoding.CBOR.contentType())) {
            throw new RefusedException(
                    Reason.MEDIA_TYPE, "Content-Type: application/json or application/cbor is expected");
        }
    }

    private static <T> T read(HttpQuestion question, Class<T> type) throws InvalidMessageException {
        return Encoding.of(question.heads().contentType()).read(question.body(), type);
    }
}
