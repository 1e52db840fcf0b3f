// SPDX-License-Identifier: Apache-2.0
/** How the driver tells an executor what to fetch, over Spark's own RPC. */
package org.fairlead.spark.prefetch.order;
