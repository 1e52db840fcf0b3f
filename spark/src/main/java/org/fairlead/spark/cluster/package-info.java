// SPDX-License-Identifier: Apache-2.0
/** The picture that the driver has of network, hosts and disks, and what it has committed on them. */
package org.fairlead.spark.cluster;
