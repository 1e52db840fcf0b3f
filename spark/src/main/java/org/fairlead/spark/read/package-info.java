/** The HDFS client's side: which replica a task reads. */
package org.fairlead.spark.read;
