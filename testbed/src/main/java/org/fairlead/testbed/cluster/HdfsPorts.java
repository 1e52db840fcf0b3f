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
