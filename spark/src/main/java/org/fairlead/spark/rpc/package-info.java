// SPDX-License-Identifier: Apache-2.0
/** How a driver reaches executors over Spark's own RPC, with messages of bytes. */
package org.fairlead.spark.rpc;
