// SPDX-License-Identifier: Apache-2.0
/**
 * What a run measured, as values: the shape of {@code report.json}. Times are seconds, volumes bytes, rates bytes per
 * second. docs/report.md is the schema for readers.
 */
package org.fairlead.testbed.results;
