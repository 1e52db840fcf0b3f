/**
 * Short runs of HDFS and Spark inside one JVM, made only to see which classes they load, so that a class archive can be
 * written. Runs on Hadoop's or Spark's class path, not on the testbed's.
 */
package org.fairlead.testbed.cluster.training;
