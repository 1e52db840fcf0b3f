// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;

/** Does what it is told, refuses nothing, and holds it until it is told otherwise. */
final class RecordingDriver implements NetworkDriver {
    final List<PathChanges> applied = new ArrayList<>();
    final List<Long> followed = new ArrayList<>();
    final CountDownLatch closed = new CountDownLatch(1);
    int renewals;
    int failures;
    Map<FlowUnit, PathChoice> held = Map.of();

    @Override
    public Set<TrafficClass> classes() {
        return EnumSet.allOf(TrafficClass.class);
    }

    @Override
    public boolean keeps(FlowUnit unit) {
        return true;
    }

    @Override
    public List<PathChoice> named(FlowUnit unit, PathChoice path) {
        return List.of(path);
    }

    @Override
    public boolean movesLiveFlows() {
        return true;
    }

    @Override
    public Duration lifetime() {
        return Duration.ofSeconds(3);
    }

    @Override
    public void follow(long epoch) {
        followed.add(epoch);
    }

    @Override
    public Map<FlowUnit, String> apply(PathChanges changes) throws DriverException {
        fail();
        applied.add(changes);
        held = changes.appliedTo(held);
        return Map.of();
    }

    @Override
    public Map<FlowUnit, String> renew() throws DriverException {
        fail();
        renewals++;
        return Map.of();
    }

    private void fail() throws DriverException {
        if (failures > 0) {
            failures--;
            throw new DriverException("planted");
        }
    }

    @Override
    public Map<FlowUnit, PathChoice> held() {
        return held;
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
