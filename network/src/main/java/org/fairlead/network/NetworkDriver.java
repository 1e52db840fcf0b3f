// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;

/**
 * Carries out plans of paths in a real network, at the place where it runs. It only prefers paths: where nothing of its own stands, flows go as without it. All that it puts anywhere
 * ends by itself, in kernel or switch, unless it is renewed, and bears a name by which it is told from what others put there; that is never touched.
 *
 * <p>Of one thread, but for {@link #held} and the questions what it can.
 */
public interface NetworkDriver extends AutoCloseable {
    /** Of which it can give any unit a path. */
    Set<TrafficClass> classes();

    /** Whether it can give a unit a path. */
    boolean keeps(FlowUnit unit);

    /**
     * Over which paths a unit may go once it was given one: that alone, or a group among which the network still chooses.
     *
     * @return none where the driver cannot give it that path
     */
    List<PathChoice> named(FlowUnit unit, PathChoice path);

    /** Whether a flow that runs already takes the path that its unit is given. */
    boolean movesLiveFlows();

    /** After which all that it holds has ended unless it was renewed. */
    Duration lifetime();

    /**
     * Says whose plans come from now on. A driver whose network tells an older controller from a newer one shows it this; to others it means nothing.
     *
     * @param epoch of the controller; a later one's is higher
     */
    default void follow(long epoch) {}

    /**
     * Gives paths, moves and releases units. A unit that was refused goes as the network decides, even if it held a path before.
     *
     * @return what it did not do, each with the reason in words: what nobody granted, what the network has no means for, what others decide already
     * @throws DriverException if the network cannot be told; some of the changes may have been made, {@link #held} knows which
     */
    Map<FlowUnit, String> apply(PathChanges changes) throws DriverException;

    /**
     * Has all that it holds last for another lifetime.
     *
     * @return what it holds no longer, each with the reason in words
     * @throws DriverException if the network cannot be told
     */
    Map<FlowUnit, String> renew() throws DriverException;

    /** The paths that stand at this moment. Any thread may ask. */
    Map<FlowUnit, PathChoice> held();

    /**
     * Takes back all that is its own and nothing else, also what an earlier process left behind. A second call does nothing.
     *
     * @throws DriverException if that fails; it then ends by itself
     */
    @Override
    void close() throws DriverException;
}
