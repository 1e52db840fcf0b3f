// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import org.fairlead.protocol.client.Endpoint;

/**
 * Ports of one HDFS: the stock ones, moved up so that several run on the same hosts.
 *
 * @param index 0 for the first HDFS
 */
record HdfsPorts(int index) {
    /** Far enough apart that no two kinds of port of any two clusters meet. */
    private static final int STEP = 100;

    private static final int MOST = 20;
    /** One for each application that runs at the same time. */
    private static final int EXECUTORS_OF_A_HOST = 8;

    HdfsPorts {
        if (index < 0 || index >= MOST) {
            throw new IllegalArgumentException(index + 1 + " HDFS clusters at once; at most " + MOST);
        }
    }

    int nameNodeRpc() {
        return 8020 + STEP * index;
    }

    int nameNodeHttp() {
        return 9870 + STEP * index;
    }

    int controller() {
        return Endpoint.STANDARD_PORT + STEP * index;
    }

    /** From which on executors of applications of this HDFS send map output, one each, where a contender wants it. */
    int firstShuffle() {
        return 7400 + STEP * index;
    }

    int lastShuffle() {
        return firstShuffle() + EXECUTORS_OF_A_HOST - 1;
    }

    int dataNodeData() {
        return 9866 + STEP * index;
    }

    int dataNodeIpc() {
        return 9867 + STEP * index;
    }

    int dataNodeHttp() {
        return 9864 + STEP * index;
    }
}
