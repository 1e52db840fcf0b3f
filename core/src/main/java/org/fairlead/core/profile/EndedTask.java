// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.OptionalDouble;

/**
 * What a task took that ended well.
 *
 * @param seconds from its launch to its end
 * @param computeSeconds of processor time
 * @param bytes of its input, from blocks and from shuffles
 * @param overheadSeconds neither computing nor waiting for input; empty of a task that read from afar, where nobody can tell
 * @param writesFiles whether it wrote to a file system
 */
public record EndedTask(
        double seconds, double computeSeconds, double bytes, OptionalDouble overheadSeconds, boolean writesFiles) {
    /** One that wrote no file. */
    public EndedTask(double seconds, double computeSeconds, double bytes, OptionalDouble overheadSeconds) {
        this(seconds, computeSeconds, bytes, overheadSeconds, false);
    }

    /** One that did nothing but compute. */
    static EndedTask computing(double seconds, double bytes) {
        return new EndedTask(seconds, seconds, bytes, OptionalDouble.of(0));
    }

    /** The same, of which it is known for how long it waited for other hosts' disks. */
    EndedTask without(double waitedSeconds) {
        return overheadSeconds.isEmpty()
                ? this
                : new EndedTask(
                        seconds,
                        computeSeconds,
                        bytes,
                        OptionalDouble.of(Math.max(0, overheadSeconds.getAsDouble() - waitedSeconds)),
                        writesFiles);
    }
}
