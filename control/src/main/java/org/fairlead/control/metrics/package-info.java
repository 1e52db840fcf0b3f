// SPDX-License-Identifier: Apache-2.0
/** Metrics for Prometheus: its own client library, one registry for each part of a process. */
package org.fairlead.control.metrics;
