// SPDX-License-Identifier: Apache-2.0
/**
 * Real HDFS and Spark processes on emulated hosts: their class paths, their configuration as contenders vary it, their
 * start, readiness and end. Everything here runs inside the testbed's sandbox except {@link
 * org.fairlead.testbed.cluster.RuntimeClasspath}, which needs the outside network.
 */
package org.fairlead.testbed.cluster;
