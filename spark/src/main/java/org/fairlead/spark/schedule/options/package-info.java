// SPDX-License-Identifier: Apache-2.0
/** What the scheduler is set to: modes, how plans are made, which masters are served. */
package org.fairlead.spark.schedule.options;
