// SPDX-License-Identifier: Apache-2.0
/** From whom tasks read, and for how long they wait for it: counted in executors. */
package org.fairlead.spark.source;
