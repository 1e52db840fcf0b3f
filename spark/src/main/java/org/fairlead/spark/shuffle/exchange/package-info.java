// SPDX-License-Identifier: Apache-2.0
/** The driver's side of copies of shuffle blocks: what map tasks wrote, to whom that is copied and when, who holds what. */
package org.fairlead.spark.shuffle.exchange;
