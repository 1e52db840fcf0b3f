// SPDX-License-Identifier: Apache-2.0
/** What Spark starts and stops of ours, what it is configured to do, and what of Spark's it relies on. */
package org.fairlead.spark.plugin;
