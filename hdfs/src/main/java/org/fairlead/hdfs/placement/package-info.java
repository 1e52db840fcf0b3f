// SPDX-License-Identifier: Apache-2.0
/** Where the replicas of a block are written: the policies that Hadoop calls, around one seam. */
package org.fairlead.hdfs.placement;
