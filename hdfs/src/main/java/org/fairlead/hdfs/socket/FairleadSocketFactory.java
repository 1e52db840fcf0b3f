// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.socket;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.StandardSocketFactory;
import org.fairlead.network.port.PortTable;
import org.fairlead.protocol.time.TimeSource;

/**
 * Makes Hadoop's sockets. Those that connect to a DataNode for which this host's driver {@code ports} knows source ports take one of them, and so a planned path; all others are Hadoop's own.
 *
 * <p>Hadoop asks the factory of {@code hadoop.rpc.socket.factory.class.ClientProtocol} for all sockets of an HDFS client, to DataNodes as well as to NameNodes, and that of
 * {@code hadoop.rpc.socket.factory.class.default} for those by which a DataNode sends a replica on (Hadoop 3.5.0: {@code DFSClient.newConnectedPeer}, {@code DataStreamer.createSocketForPipeline}, {@code DataNode.newSocket}). The driver's table is the
 * file of {@value #FILE}; without it this is Hadoop's own factory.
 */
public class FairleadSocketFactory extends StandardSocketFactory implements Configurable {
    /** The key that names the table of source ports. */
    public static final String FILE = "fairlead.ports.file";

    /** A process has one for each file. */
    private static final Map<String, PortTable> TABLES = new ConcurrentHashMap<>();

    private Configuration conf;
    private String file = "";

    /** Hadoop makes it. */
    public FairleadSocketFactory() {}

    @Override
    public void setConf(Configuration conf) {
        this.conf = conf;
        file = conf == null ? "" : conf.getTrimmed(FILE, "");
    }

    @Override
    public Configuration getConf() {
        return conf;
    }

    @Override
    public Socket createSocket() throws IOException {
        return file.isEmpty() ? super.createSocket() : new SteeredSocket(table());
    }

    /** What became of connections by this table so far; of the whole process. */
    public PortTable.Counts counts() {
        return table().counts();
    }

    private PortTable table() {
        long seed = ProcessHandle.current().pid();
        return TABLES.computeIfAbsent(file, name -> new PortTable(Path.of(name), seed, TimeSource.SYSTEM));
    }

    /** Hadoop shares connections to a NameNode among those whose factories are equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof FairleadSocketFactory factory && factory.file.equals(file);
    }

    @Override
    public int hashCode() {
        return file.hashCode();
    }
}
