// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.EnforcementMessage;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.PathExplanation;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.message.RatesMessage;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.protocol.message.ViewMessage;
import org.fairlead.protocol.message.WitnessReport;

/**
 * Asks a controller, or the next of its list when one does not answer. Every request ends within 3 s for each controller that is
 * asked (a view: and the time it was told to wait); nothing is queued. Safe for threads.
 */
public final class ControllerClient implements AutoCloseable {
    private final List<Endpoint> endpoints;
    private final Transport transport;
    private volatile int preferred;

    /**
     * @param endpoints in the order of preference; the one that answered last is asked first
     * @throws IllegalArgumentException if a token would travel in clear
     */
    public ControllerClient(List<Endpoint> endpoints, Credentials credentials) {
        this(endpoints, Transport.to(endpoints, credentials));
    }

    ControllerClient(List<Endpoint> endpoints, Transport transport) {
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("no controller to ask");
        }
        this.endpoints = List.copyOf(endpoints);
        this.transport = transport;
    }

    public List<Endpoint> endpoints() {
        return endpoints;
    }

    public Reply report(Heartbeat heartbeat) throws IOException {
        return post("/v1/heartbeat", heartbeat);
    }

    public Reply report(SwitchCounters counters) throws IOException {
        return post("/v1/switch-counters", counters);
    }

    public Reply report(WitnessReport witnesses) throws IOException {
        return post("/v1/witnesses", witnesses);
    }

    public Reply commit(FlowRequests requests) throws IOException {
        return post("/v1/flow-requests", requests);
    }

    /** @param decisions at most {@link DecisionMessage#MOST_AT_ONCE} */
    public Reply decisions(List<DecisionMessage> decisions) throws IOException {
        return post("/v1/decisions", decisions);
    }

    /** Turns the kill switch; to each controller of the list it has to be told apart. */
    public Reply enforcement(boolean enabled) throws IOException {
        return post("/v1/enforcement", new EnforcementMessage(enabled));
    }

    /** The newest decisions that the controller keeps, newest first. */
    public List<DecisionMessage> lastDecisions(int most) throws IOException {
        return Encoding.CBOR.readList(get("/v1/decisions?last=" + most, Duration.ZERO), DecisionMessage.class);
    }

    public TopologyMessage topology() throws IOException {
        return Encoding.CBOR.read(get("/v1/topology", Duration.ZERO), TopologyMessage.class);
    }

    /**
     * What changed since a version, as soon as something has.
     *
     * @param after 0: the whole view at once
     * @param epoch to which {@code after} belongs
     * @param wait the longest time to wait for a change
     */
    public ViewMessage view(long after, long epoch, Duration wait) throws IOException {
        return view(after, epoch, wait, "");
    }

    /** @param application whose own flow requests are left out of the view; empty: nobody's are */
    public ViewMessage view(long after, long epoch, Duration wait, String application) throws IOException {
        String path = "/v1/view?after=" + after + "&epoch=" + epoch + "&wait=" + wait.toMillis() / 1000.0
                + (application.isEmpty()
                        ? ""
                        : "&application=" + URLEncoder.encode(application, StandardCharsets.UTF_8));
        return Encoding.CBOR.read(get(path, wait), ViewMessage.class);
    }

    /** As for one that carries out paths of every class. */
    public PathsMessage paths(String host, long after, long epoch, Duration wait) throws IOException {
        return paths(host, EnumSet.allOf(TrafficClass.class), after, epoch, wait);
    }

    /**
     * Which paths a host's flows are to take, as soon as a plan is not the one that is known.
     *
     * @param host its name in the topology; empty: of all
     * @param classes that are carried out there: of the others nothing is planned
     * @param after the number of the plan that is known; 0: none
     * @param epoch to which it belongs
     * @param wait the longest time to wait for a newer one
     */
    public PathsMessage paths(String host, Set<TrafficClass> classes, long after, long epoch, Duration wait)
            throws IOException {
        String carriedOut = classes.stream().sorted().map(TrafficClass::label).collect(Collectors.joining(","));
        String path = "/v1/paths?host=" + URLEncoder.encode(host, StandardCharsets.UTF_8) + "&classes=" + carriedOut
                + "&after=" + after + "&epoch=" + epoch + "&wait=" + wait.toMillis() / 1000.0;
        return Encoding.CBOR.read(get(path, wait), PathsMessage.class);
    }

    /**
     * Which rates a host or switch is to guarantee, as soon as they are not those that are known.
     *
     * @param node its name in the topology; empty: of all
     * @param after the number that is known; 0: none
     * @param epoch to which it belongs
     * @param wait the longest time to wait for a newer one
     */
    public RatesMessage rates(String node, long after, long epoch, Duration wait) throws IOException {
        String path = "/v1/rates?node=" + URLEncoder.encode(node, StandardCharsets.UTF_8) + "&after=" + after
                + "&epoch=" + epoch + "&wait=" + wait.toMillis() / 1000.0;
        return Encoding.CBOR.read(get(path, wait), RatesMessage.class);
    }

    /**
     * Why what goes from one host to another takes the path that it takes.
     *
     * @param from a host's name in the topology
     * @param to a host's name in the topology
     */
    public PathExplanation explainPath(String from, String to) throws IOException {
        String path = "/v1/paths/explanation?from=" + URLEncoder.encode(from, StandardCharsets.UTF_8) + "&to="
                + URLEncoder.encode(to, StandardCharsets.UTF_8);
        return Encoding.CBOR.read(get(path, Duration.ZERO), PathExplanation.class);
    }

    @Override
    public void close() {
        transport.close();
    }

    private Reply post(String path, Object message) throws IOException {
        return Encoding.CBOR.read(ask(endpoint -> transport.post(endpoint, path, message), Duration.ZERO), Reply.class);
    }

    private byte[] get(String path, Duration wait) throws IOException {
        return ask(endpoint -> transport.get(endpoint, path, wait), wait);
    }

    private byte[] ask(Function<Endpoint, HttpRequest> request, Duration wait) throws IOException {
        int first = preferred;
        IOException failure = null;
        for (int i = 0; i < endpoints.size(); i++) {
            int index = (first + i) % endpoints.size();
            Endpoint endpoint = endpoints.get(index);
            try {
                byte[] answer = transport.ask(endpoint, request.apply(endpoint), wait);
                preferred = index;
                return answer;
            } catch (ControllerException e) {
                if (e.status() < 500) {
                    throw e;
                }
                failure = e;
            } catch (InterruptedIOException e) {
                throw e;
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }
}
