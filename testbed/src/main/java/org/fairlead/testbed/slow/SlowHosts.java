// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.slow;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.fairlead.testbed.sandbox.Parts;

/** Hosts that are slow until this is closed, all the time or again and again. */
public final class SlowHosts implements AutoCloseable {
    private final Parts parts = new Parts();
    private final List<Phased> phased = new ArrayList<>();

    private SlowHosts() {}

    /** @throws IOException if the kernel refuses; nothing is slow then */
    public static SlowHosts begin(List<SlowHost> hosts, HostSlowing slowing) throws IOException {
        SlowHosts begun = new SlowHosts();
        boolean complete = false;
        try {
            for (SlowHost host : hosts) {
                if (host.phases().isPresent()) {
                    begun.phased.add(
                            begun.parts.keep(new Phased(host, host.phases().get(), slowing)));
                } else {
                    begun.parts.keep(slowing.begin(host));
                }
            }
            complete = true;
            return begun;
        } finally {
            if (!complete) {
                begun.close();
            }
        }
    }

    /**
     * Ends it, and says whether it was as it should be.
     *
     * @throws IOException what the kernel refused meanwhile
     */
    public void stop() throws IOException {
        close();
        for (Phased each : phased) {
            each.requireDone();
        }
    }

    @Override
    public void close() {
        parts.close();
    }

    /** One that is slow for a while, then well for a while. */
    private static final class Phased implements AutoCloseable {
        private final SlowHost host;
        private final SlowHost.Phases phases;
        private final HostSlowing slowing;
        private final CountDownLatch over = new CountDownLatch(1);
        private final Thread thread;
        private volatile IOException failure;

        Phased(SlowHost host, SlowHost.Phases phases, HostSlowing slowing) {
            this.host = host;
            this.phases = phases;
            this.slowing = slowing;
            thread = new Thread(this::run, "slow-" + host.host());
            thread.setDaemon(true);
            thread.start();
        }

        private void run() {
            try {
                while (!isOverAfter(Duration.ZERO)) {
                    SlowPart part = slowing.begin(host);
                    try {
                        isOverAfter(phases.on());
                    } finally {
                        part.close();
                    }
                    isOverAfter(phases.off());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                failure = e;
            } catch (RuntimeException e) {
                failure = new IOException(e.getMessage(), e);
            }
        }

        private boolean isOverAfter(Duration time) throws InterruptedException {
            return over.await(time.toMillis(), TimeUnit.MILLISECONDS);
        }

        void requireDone() throws IOException {
            if (failure != null) {
                throw new IOException(host + ": " + failure.getMessage(), failure);
            }
        }

        @Override
        public void close() throws InterruptedException {
            over.countDown();
            thread.join();
        }
    }
}
