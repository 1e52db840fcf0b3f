// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.fairlead.core.view.ClusterView;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.ViewStream;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.plugin.Options;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;

/**
 * The controllers that an application follows: views come from them, they are told what it has committed, and whether they still answer is known here. Where none is configured, none
 * is followed, and they count as silent. Safe for threads.
 */
final class FollowedControllers implements AutoCloseable {
    private final ClusterSettings settings;
    private final TimeSource time;
    private volatile Optional<ViewStream> stream = Optional.empty();
    private Optional<FlowReporter> reporter = Optional.empty();
    private volatile long residualTasks;
    private volatile Supplier<List<InputFetch>> fetches = List::of;
    private volatile Consumer<List<Reply.Quota>> quotas = unused -> {};

    FollowedControllers(ClusterSettings settings, TimeSource time) {
        this.settings = settings;
        this.time = time;
    }

    /**
     * Follows those that the settings name, of whom there is one at least.
     *
     * @param views takes each new view, on a thread of the stream
     * @param ledger of what tasks carry at the moment; empty while no topology is known
     * @param log that is told when none answers
     * @return what says that; to be renewed
     * @throws IllegalArgumentException if a file cannot be used
     */
    ControllerAbsence start(Consumer<ClusterView> views, Supplier<Optional<TaskLedger>> ledger, Logger log) {
        Credentials credentials = Options.ofFile(
                "spark.fairlead.token.file and spark.fairlead.tls",
                () -> Credentials.of(settings.tokenFile(), settings.tls(), settings.tokenInClear(), time));
        String application = settings.applicationFor(credentials.identity());
        FlowReporter flows = new FlowReporter(
                settings.controllers(),
                credentials,
                application,
                time,
                () -> outstanding(ledger),
                allowed -> quotas.accept(allowed));
        reporter = Optional.of(flows);
        ViewStream followed = ViewStream.start(settings.controllers(), credentials, application, time, views);
        stream = Optional.of(followed);
        flows.start();
        return new ControllerAbsence(settings, followed, log, time.nanoTime());
    }

    private FlowReporter.Outstanding outstanding(Supplier<Optional<TaskLedger>> ledger) {
        List<InputFetch> ahead = fetches.get();
        return ledger.get()
                .map(known -> new FlowReporter.Outstanding(known.flows(ahead), known.fetches(ahead), residualTasks))
                .orElseGet(() -> new FlowReporter.Outstanding(List.of(), List.of(), residualTasks));
    }

    /**
     * What is fetched before its task starts is asked for whenever flows are reported.
     *
     * @param allowed is told what controllers answer to it, each time all
     */
    void fetches(Supplier<List<InputFetch>> underWay, Consumer<List<Reply.Quota>> allowed) {
        fetches = underWay;
        quotas = allowed;
    }

    /** Reported from now on: of this application's running stages, tasks that have not begun. */
    void residualTasks(long tasks) {
        residualTasks = tasks;
    }

    /** There is something new that a path may be planned for: it is reported in a moment. */
    void soon() {
        reporter.ifPresent(FlowReporter::soon);
    }

    /** Whether views and reports may come less often, since nobody need keep away from anybody. */
    void relaxed(boolean uncontended) {
        stream.ifPresent(views -> views.relaxed(uncontended));
        reporter.ifPresent(flows -> flows.relaxed(uncontended));
    }

    /** Whether decisions may be enforced; false only when the followed controller's kill switch says so. */
    boolean enforcement() {
        return stream.map(ViewStream::enforcement).orElse(true);
    }

    /** Whether none has answered for so long that what they said counts no more. */
    boolean areSilent(long nowNanos) {
        OptionalLong heard = stream.map(ViewStream::heardNanos).orElse(OptionalLong.empty());
        return heard.isEmpty() || areDeaf(heard.getAsLong(), nowNanos);
    }

    /** Whether requests fail, and what was reported at a time is too old for what it says of others to count. */
    boolean areDeaf(long reportedNanos, long nowNanos) {
        boolean failing = stream.flatMap(ViewStream::lastError).isPresent();
        return failing && nowNanos - reportedNanos > ControllerAbsence.DEAF_NANOS;
    }

    @Override
    public void close() {
        stream.ifPresent(ViewStream::close);
        reporter.ifPresent(FlowReporter::close);
    }
}
