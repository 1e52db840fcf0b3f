package org.fairlead.control.agent;

import java.util.Optional;

/** SKELETON */
public final class Agent implements AutoCloseable {
    private Agent() {}

    public static Agent start(AgentSettings settings) {
        return new Agent();
    }

    /** Reports that a controller took, over all controllers. */
    public long sent() {
        return 0;
    }

    public long failed() {
        return 0;
    }

    public Optional<String> lastError() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
