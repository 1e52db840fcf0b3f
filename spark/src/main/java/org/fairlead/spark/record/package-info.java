// SPDX-License-Identifier: Apache-2.0
/** What became of stages, tasks and slots, kept in bounded memory for those who ask: the web UI, metrics, {@code fairlead explain}. */
package org.fairlead.spark.record;
