// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.spark.TaskContext;

/**
 * The host that a task was placed to read from. It travels as a local property of this one task: Spark sends each task's properties
 * along with it, so that it is there before the first read, for each attempt its own, without a message more.
 *
 * @param names under which HDFS may know the host: name, first label, address, each with or without a port
 */
public record PlacedSource(Set<String> names) {
    /** The local property that carries it. */
    public static final String PROPERTY = "fairlead.source";

    /** In place of names: nobody decided from where the task reads, so its reads go by what DataNodes have given. */
    public static final List<String> BY_OBSERVATION = List.of("*");

    private static final String SEPARATOR = ",";

    public PlacedSource {
        names = Set.copyOf(names);
    }

    /**
     * A task's properties with the source in them; the given ones, which tasks of a stage share, are not touched.
     *
     * @param names of the host; empty: the task is placed for no source, as after an earlier attempt that was
     */
    public static Properties with(Properties properties, Collection<String> names) {
        if (names.isEmpty() && properties != null && !properties.containsKey(PROPERTY)) {
            return properties;
        }
        Properties placed = properties == null ? new Properties() : (Properties) properties.clone();
        placed.remove(PROPERTY);
        if (!names.isEmpty()) {
            placed.setProperty(PROPERTY, String.join(SEPARATOR, names));
        }
        return placed;
    }

    /** Of the task whose thread this is; empty on other threads and for tasks that nobody placed. */
    static Optional<PlacedSource> ofThisTask() {
        TaskContext context = TaskContext.get();
        String text = context == null ? null : context.getLocalProperty(PROPERTY);
        return text == null || text.isEmpty()
                ? Optional.empty()
                : Optional.of(new PlacedSource(Set.of(text.split(SEPARATOR))));
    }

    /** Whether nobody decided, so that its reads go by what DataNodes have given. */
    boolean isByObservation() {
        return names.containsAll(BY_OBSERVATION);
    }

    /** The host of one name. */
    public static PlacedSource of(String name) {
        return new PlacedSource(Set.of(name));
    }

    /** Whether a DataNode is on it. */
    public boolean isAt(DatanodeInfo datanode) {
        return !Collections.disjoint(names, names(datanode));
    }

    /** Under which somebody may know a DataNode's host. */
    static List<String> names(DatanodeInfo datanode) {
        String name = datanode.getHostName();
        return List.of(
                name,
                firstLabel(name),
                datanode.getIpAddr(),
                datanode.getXferAddr(),
                datanode.getXferAddrWithHostname());
    }

    private static String firstLabel(String name) {
        int dot = name.indexOf('.');
        return dot > 0 && !Character.isDigit(name.charAt(name.length() - 1)) ? name.substring(0, dot) : name;
    }
}
