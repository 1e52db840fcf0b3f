// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

/** Who speaks from a host at an interval, and is missed when it does not. */
public enum HeartbeatSource {
    /** Fairlead's agent: its reports to the controller. */
    AGENT,
    /** HDFS's DataNode: its heartbeats to the NameNode. */
    DATANODE,
    /** A Spark executor: its reports to the driver. */
    EXECUTOR
}
