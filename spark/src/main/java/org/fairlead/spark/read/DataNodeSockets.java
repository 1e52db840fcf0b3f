// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.SocketFactory;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.net.NetUtils;
import org.fairlead.protocol.time.TimeSource;

/**
 * Connects to DataNodes as HDFS's client does, but stops when the task that wants it was killed. Spark opens readers where no interruption comes through, so a
 * killed task would wait for a host that does not answer until HDFS's time-out (60 s), and count as running for as long. Safe for threads.
 */
final class DataNodeSockets {
    /** For which an answer is waited for at first; then twice as long, and so on. As often as the system would repeat what it has sent. */
    private static final int FIRST_MILLIS = 1000;

    private final SocketFactory factory;
    private final TimeSource time;

    DataNodeSockets(SocketFactory factory, TimeSource time) {
        this.factory = factory;
        this.time = time;
    }

    /**
     * A socket that is connected.
     *
     * @param mostMillis to wait in all; 0 for ever
     * @param isKilled whether nobody wants it any longer; asked after 1 s, 3 s, 7 s and so on
     * @throws ConnectTimeoutException when there was no answer in time, or nobody wants it
     */
    Socket connect(InetSocketAddress address, int mostMillis, BooleanSupplier isKilled) throws IOException {
        long begun = time.nanoTime();
        long wait = FIRST_MILLIS;
        while (true) {
            long left = mostMillis == 0
                    ? Integer.MAX_VALUE
                    : Math.max(1, mostMillis - TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - begun));
            Socket socket = factory.createSocket();
            try {
                NetUtils.connect(socket, address, (int) Math.min(wait, left));
                return socket;
            } catch (ConnectTimeoutException e) {
                IOUtils.closeSocket(socket);
                if (isKilled.getAsBoolean() || left <= wait) {
                    throw e;
                }
            } catch (IOException | RuntimeException e) {
                IOUtils.closeSocket(socket);
                throw e;
            }
            wait *= 2;
        }
    }
}
