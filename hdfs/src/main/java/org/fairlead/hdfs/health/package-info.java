// SPDX-License-Identifier: Apache-2.0
/** What a NameNode hears of its hosts, and by that which have fallen silent. */
package org.fairlead.hdfs.health;
