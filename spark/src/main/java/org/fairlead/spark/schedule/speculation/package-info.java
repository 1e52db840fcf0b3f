// SPDX-License-Identifier: Apache-2.0
/** Which running tasks get a speculative attempt besides those that stock finds slow, and which of stock's may run where. */
package org.fairlead.spark.schedule.speculation;
