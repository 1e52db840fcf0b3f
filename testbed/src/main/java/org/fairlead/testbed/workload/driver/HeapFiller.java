// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * A plug-in for Spark that fills executors' heaps with small objects up to what {@value #FREE} says, as a library does that caches too much: what
 * tasks then allocate has to be collected again and again. An executor fills its heap when its first task starts.
 */
public final class HeapFiller implements SparkPlugin {
    /** MiB of the heap that stay free. */
    public static final String FREE = "spark.testbed.heap.free";

    private static final int OBJECT_BYTES = 480;
    private static final int OBJECTS_A_LOOK = 10_000;
    private static final int LOOKS_AT_MOST = 1_000;
    private static final double MIB = 1 << 20;

    @Override
    public DriverPlugin driverPlugin() {
        return new DriverPlugin() {};
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new Filling();
    }

    private static final class Filling implements ExecutorPlugin {
        private final List<byte[][]> held = new ArrayList<>();
        private double freeBytes;
        private boolean filled;

        @Override
        public void init(PluginContext context, Map<String, String> extraConf) {
            freeBytes = MIB * context.conf().getDouble(FREE, Double.POSITIVE_INFINITY);
        }

        @Override
        public void onTaskStart() {
            fill();
        }

        private synchronized void fill() {
            if (filled) {
                return;
            }
            filled = true;
            System.gc();
            for (int look = 0; look < LOOKS_AT_MOST && free() > freeBytes; look++) {
                byte[][] objects = new byte[OBJECTS_A_LOOK][];
                for (int i = 0; i < objects.length; i++) {
                    objects[i] = new byte[OBJECT_BYTES];
                }
                held.add(objects);
            }
        }

        private static double free() {
            Runtime runtime = Runtime.getRuntime();
            return (double) runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
        }
    }
}
