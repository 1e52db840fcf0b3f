// SPDX-License-Identifier: Apache-2.0
/**
 * A short run of HDFS inside one JVM, made only to see which classes they load, so that a class archive can be
 * written. Runs on Hadoop's class path, not on the testbed's.
 */
package org.fairlead.testbed.cluster.training;
