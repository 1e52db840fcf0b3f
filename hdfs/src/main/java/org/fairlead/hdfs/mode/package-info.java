// SPDX-License-Identifier: Apache-2.0
/** The modes of a NameNode's decisions: whether ours of where to write and of what to read count. */
package org.fairlead.hdfs.mode;
