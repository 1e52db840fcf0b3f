// SPDX-License-Identifier: Apache-2.0
/** Which replica a reader is given first. */
package org.fairlead.hdfs.read;
