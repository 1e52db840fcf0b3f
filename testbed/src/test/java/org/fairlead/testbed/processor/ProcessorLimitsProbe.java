// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.processor;

import java.nio.file.Path;
import java.util.List;

/** Prints how many processors a shell that is never done has while it is limited to a fifth of one, and after that. */
final class ProcessorLimitsProbe {
    private static final double LIMIT = 0.2;

    private ProcessorLimitsProbe() {}

    public static void main(String[] arguments) throws Exception {
        Path testbed = Path.of(arguments[0]);
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            ProcessorLimits.Limit limit = ProcessorLimits.set(testbed, "h1", LIMIT, List.of(busy.toHandle()));
            try {
                System.out.println(UsedProcessors.most(busy, LIMIT / 2));
            } finally {
                limit.close();
            }
            System.out.println(UsedProcessors.most(busy, 2 * LIMIT));
            ProcessorLimits.removeLeft(testbed);
        } finally {
            busy.destroyForcibly();
        }
    }
}
