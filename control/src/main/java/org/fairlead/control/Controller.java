package org.fairlead.control;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;

/** SKELETON */
public final class Controller implements AutoCloseable {
    private final ControllerSettings settings;

    private Controller(ControllerSettings settings) {
        this.settings = settings;
    }

    /** @throws IOException if the address cannot be bound */
    public static Controller start(ControllerSettings settings) throws IOException {
        return new Controller(settings);
    }

    /** The newest view, without a lock; its times are on System.nanoTime of this process. */
    public ClusterView view() {
        return ClusterView.unknown(settings.topology());
    }

    /** Where it listens; the port that was given when 0 was asked for. */
    public InetSocketAddress address() {
        return settings.bind();
    }

    /** Replaces the topology: links and hosts of the same name keep what is known of them. */
    public void topology(Topology topology) {}

    /** Called with each new view, on the controller's own thread: must be quick. */
    public void onView(Consumer<ClusterView> listener) {}

    /** Whether decisions may be enforced. */
    public boolean enforcement() {
        return true;
    }

    public void enforcement(boolean enabled) {}

    public Decisions decisions() {
        return new Decisions();
    }

    @Override
    public void close() {}
}
