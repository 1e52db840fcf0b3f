// SPDX-License-Identifier: Apache-2.0
/** A real HDFS and a real Spark on an emulated data-centre network, on one machine; ARCHITECTURE.md maps the packages. */
package org.fairlead.testbed;
