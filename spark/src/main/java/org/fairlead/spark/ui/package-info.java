// SPDX-License-Identifier: Apache-2.0
/** The tab "Fairlead" in Spark's web UI; the same as JSON. */
package org.fairlead.spark.ui;
