// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

/** What has been fetched ahead for the tasks of the process that asks, an executor's. */
public enum HeldHere {
    /** Something is there that no task has read. */
    HELD {
        @Override
        boolean isSo(long usedBytes, long unreadBytes) {
            return unreadBytes > 0;
        }
    },
    /** Of something a part is there. */
    ARRIVING {
        @Override
        boolean isSo(long usedBytes, long unreadBytes) {
            return 0 < unreadBytes && unreadBytes < usedBytes;
        }
    };

    abstract boolean isSo(long usedBytes, long unreadBytes);

    /** Whether it is so at this moment. */
    public boolean isSo() {
        return HeldReplicas.inThisProcess()
                .map(HeldReplicas::store)
                .filter(store -> isSo(store.usedBytes(), PrefetchCount.BYTES_UNREAD.in(store.counted())))
                .isPresent();
    }
}
