// SPDX-License-Identifier: Apache-2.0
/** Writes and reads that our decisions, or stock's, set going: what they reserve, when they end, how long blocks took. */
package org.fairlead.hdfs.transfer;
