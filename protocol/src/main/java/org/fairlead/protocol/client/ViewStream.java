package org.fairlead.protocol.client;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.fairlead.core.view.ClusterView;

/** SKELETON */
public final class ViewStream implements AutoCloseable {
    private ViewStream() {}

    public static ViewStream start(List<Endpoint> endpoints, Credentials credentials, Consumer<ClusterView> listener) {
        return new ViewStream();
    }

    /** The newest view; its times are on this process's System.nanoTime. */
    public Optional<ClusterView> latest() {
        return Optional.empty();
    }

    /** Whether decisions may be enforced; false only when a controller's kill switch says so. */
    public boolean enforcement() {
        return true;
    }

    /** Why the last request failed; empty after one that did not. */
    public Optional<String> lastError() {
        return Optional.empty();
    }

    /** Figures for metrics. */
    public Counters counters() {
        return new Counters(0, 0, 0, 0, 0, 0);
    }

    /**
     * @param views taken
     * @param whole of them
     * @param failures requests that failed
     * @param refused views of an older epoch
     * @param epoch that is followed; 0: none yet
     * @param version of the newest view
     */
    public record Counters(long views, long whole, long failures, long refused, long epoch, long version) {}

    @Override
    public void close() {}
}
