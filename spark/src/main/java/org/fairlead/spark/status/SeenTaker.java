// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.TaskReads;

/** Takes in the driver what executors have seen. Quick: called on the one thread of all plug-ins. */
public interface SeenTaker {
    /** Takes nothing. */
    SeenTaker NONE = new SeenTaker() {
        @Override
        public void read(TaskReads reads) {}

        @Override
        public void missed(long tasks, long failures) {}

        @Override
        public void avoided(long blocks, long files) {}

        @Override
        public void exceeded(NicAllowance allowance) {}
    };

    /** A task has ended, and has read this. */
    void read(TaskReads reads);

    /**
     * Something was not seen.
     *
     * @param tasks of which nobody knows what they have read
     * @param failures of ours beside a read
     */
    void missed(long tasks, long failures);

    /**
     * Slow hosts were avoided.
     *
     * @param blocks of which another replica was read, since the DataNode of the first gave slowly
     * @param files for whose replicas other hosts were asked for
     */
    void avoided(long blocks, long files);

    /** A host has used up what its network device is allowed. */
    void exceeded(NicAllowance allowance);
}
