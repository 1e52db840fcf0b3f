// SPDX-License-Identifier: Apache-2.0
/** The HDFS client's side: which replica a task reads. */
package org.fairlead.spark.read;
