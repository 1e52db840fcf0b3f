// SPDX-License-Identifier: Apache-2.0
/** A configuration of HDFS and Spark that is compared with others. */
package org.fairlead.testbed.cluster.contender;
