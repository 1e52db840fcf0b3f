// SPDX-License-Identifier: Apache-2.0
/** Sockets of HDFS clients and DataNodes whose source port leads over a planned path. */
package org.fairlead.hdfs.socket;
