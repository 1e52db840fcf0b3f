// SPDX-License-Identifier: Apache-2.0
/** Which hosts a NameNode's decisions do without, since they have fallen silent. */
package org.fairlead.hdfs.health;
