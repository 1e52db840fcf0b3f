// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.fairlead.core.network.label.JudgedTrace;
import org.fairlead.core.network.label.LabelJudge;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.network.label.LabelTrace;
import org.fairlead.core.network.label.LabelWalk;
import org.fairlead.core.network.label.ProbeAnswer;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;
import org.fairlead.protocol.time.TimeSource;

/**
 * Asks every hop of every labelled path from one host, and has the answers judged.
 *
 * <p>First without a label: who answers at all. Then, for each destination and label, one flow asks all hops, and further flows those behind a switch that has a choice. The flows of one label and destination end with
 * the first that shows that something is wrong. Many destinations and labels are asked at the same time.
 */
public final class LabelVerifier {
    private static final int AT_ONCE = 16;
    private static final int UNLABELLED = 0;

    private final LabelPlan plan;
    private final Host source;
    private final Map<Host, String> destinations;
    private final Prober prober;
    private final ProbeLimits limits;
    private final PacedQuestions questions;

    /**
     * @param destinations and their IPv4 addresses, in the order of the result
     * @param nodes by the addresses that they answer with
     */
    public LabelVerifier(
            LabelPlan plan,
            Host source,
            Map<Host, String> destinations,
            Map<String, Node> nodes,
            Prober prober,
            ProbeLimits limits,
            TimeSource time) {
        this.plan = plan;
        this.source = source;
        this.destinations = destinations;
        this.prober = prober;
        this.limits = limits;
        questions = new PacedQuestions(nodes, limits, time);
    }

    /**
     * @return what was found; no paths if no switch answered
     * @throws IOException if this host cannot send
     */
    public LabelVerification run() throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, work -> {
            Thread thread = new Thread(work, "label-probe");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Callable<List<LabelTrace>>> unlabelled = new ArrayList<>();
            destinations.keySet().forEach(host -> unlabelled.add(() -> List.of(trace(host, UNLABELLED, true))));
            all(threads, unlabelled);
            if (questions.answering().stream().noneMatch(Switch.class::isInstance)) {
                return new LabelVerification(source, Set.of(), List.of());
            }
            List<Callable<List<LabelTrace>>> labelled = new ArrayList<>();
            for (int codepoint : plan.codepoints()) {
                destinations.keySet().forEach(host -> labelled.add(() -> traces(host, codepoint)));
            }
            List<List<LabelTrace>> traces = all(threads, labelled);
            Set<Node> answering = questions.answering();
            LabelJudge judge = new LabelJudge(plan, answering);
            return new LabelVerification(
                    source,
                    answering,
                    traces.stream().map(each -> judged(judge, each)).toList());
        } finally {
            threads.shutdownNow();
        }
    }

    private static LabelVerification.LabelledPath judged(LabelJudge judge, List<LabelTrace> traces) {
        List<JudgedTrace> judged = traces.stream().map(judge::judge).toList();
        LabelTrace first = traces.get(0);
        return new LabelVerification.LabelledPath(first.destination(), first.codepoint(), judged);
    }

    private static <T> List<T> all(ExecutorService threads, List<Callable<T>> work)
            throws IOException, InterruptedException {
        List<T> results = new ArrayList<>();
        for (Future<T> each : threads.invokeAll(work)) {
            try {
                results.add(each.get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException failure) {
                    throw failure;
                }
                throw e.getCause() instanceof RuntimeException failure
                        ? failure
                        : new IllegalStateException(e.getCause());
            }
        }
        return results;
    }

    private List<LabelTrace> traces(Host destination, int codepoint) throws IOException, InterruptedException {
        List<LabelTrace> traces = new ArrayList<>();
        boolean well = true;
        for (int flow = 0; flow < limits.flows() && well; flow++) {
            LabelTrace trace = trace(destination, codepoint, flow == 0);
            if (flow > 0 && trace.answers().isEmpty()) {
                break; // nobody on the way has a choice
            }
            traces.add(trace);
            well = isWell(trace);
        }
        return traces;
    }

    /** Whether further flows may still show something new. */
    private boolean isWell(LabelTrace trace) {
        return new LabelJudge(plan, questions.answering()).judge(trace).blamed().isEmpty();
    }

    /** @param everyHop otherwise only hops behind a node with a choice */
    private LabelTrace trace(Host destination, int codepoint, boolean everyHop)
            throws IOException, InterruptedException {
        SortedMap<Integer, ProbeAnswer> answers = new TreeMap<>();
        LabelWalk walk = new LabelWalk(plan, source, destination, codepoint);
        try (Prober.Flow flow = prober.flow(destinations.get(destination))) {
            for (List<Node> expected = walk.expected(); !expected.isEmpty(); expected = walk.expected()) {
                if (everyHop || walk.isChosen()) {
                    int hop = walk.hops() + 1;
                    ProbeAnswer answer = questions.ask(flow, codepoint, hop, expected);
                    answers.put(hop, answer);
                    walk.answered(answer);
                } else {
                    walk.passed();
                }
            }
        }
        return new LabelTrace(source, destination, codepoint, answers);
    }
}
