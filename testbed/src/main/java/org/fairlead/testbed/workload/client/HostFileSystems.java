// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.client;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * One HDFS client per (host, cluster), kept for the whole run. Hadoop shares connections between clients of one JVM by user
 * and by client context; so that each host has its own, which then run through its own network, each gets a user object and
 * a context of its own.
 */
final class HostFileSystems {
    private final Map<String, Entry> entries = new HashMap<>();

    /** A client and the user under which everything of it must run. */
    record Entry(FileSystem files, UserGroupInformation user) {
        <T> T call(Callable<T> work) throws IOException, InterruptedException {
            return user.doAs((PrivilegedExceptionAction<T>) work::call);
        }
    }

    /** Called on a thread in the host's network, since the client connects at once. */
    synchronized Entry on(String host, String configurationDirectory) throws IOException, InterruptedException {
        String key = host + " " + configurationDirectory;
        Entry known = entries.get(key);
        if (known != null) {
            return known;
        }
        Configuration configuration = new Configuration(false);
        configuration.addResource("core-default.xml");
        configuration.addResource("hdfs-default.xml");
        for (String site : new String[] {"core-site.xml", "hdfs-site.xml"}) {
            configuration.addResource(new org.apache.hadoop.fs.Path(
                    Path.of(configurationDirectory, site).toUri()));
        }
        configuration.set("dfs.client.context", key.replace(' ', '-'));
        configuration.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
        UserGroupInformation user = UserGroupInformation.createRemoteUser(
                UserGroupInformation.getLoginUser().getShortUserName());
        FileSystem files =
                user.doAs((PrivilegedExceptionAction<FileSystem>) () -> FileSystem.newInstance(configuration));
        Entry entry = new Entry(files, user);
        entries.put(key, entry);
        return entry;
    }
}
