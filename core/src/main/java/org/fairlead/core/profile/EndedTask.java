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
 */
public record EndedTask(double seconds, double computeSeconds, double bytes, OptionalDouble overheadSeconds) {}
