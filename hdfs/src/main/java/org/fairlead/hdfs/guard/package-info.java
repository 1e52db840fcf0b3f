// SPDX-License-Identifier: Apache-2.0
/** What keeps the file system going when a policy throws, hangs or is slow: decision threads with a budget, a breaker, drills. */
package org.fairlead.hdfs.guard;
