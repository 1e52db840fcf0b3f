// SPDX-License-Identifier: Apache-2.0
/** Which replica a reader is told to try first. */
package org.fairlead.hdfs.read;
