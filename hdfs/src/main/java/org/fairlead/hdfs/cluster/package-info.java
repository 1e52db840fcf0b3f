// SPDX-License-Identifier: Apache-2.0
/** Which of Hadoop's DataNodes is which host of the topology, and a topology made from Hadoop's racks. */
package org.fairlead.hdfs.cluster;
