// SPDX-License-Identifier: Apache-2.0
/**
 * The HDFS clients of the testbed: one process on Hadoop's class path, in which each client's threads live in their host's
 * network. Imports nothing of the testbed outside this package except the entering of namespaces.
 */
package org.fairlead.testbed.workload.client;
