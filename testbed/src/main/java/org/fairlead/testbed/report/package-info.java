// SPDX-License-Identifier: Apache-2.0
/**
 * What a run showed, for machines and for people: {@code report.json}, a table for the terminal, {@code report.html} as
 * one self-contained file, and a picture of the headline. Everything is derived from the records of
 * org.fairlead.testbed.results; nothing here measures. docs/report.md is the schema of the JSON.
 */
package org.fairlead.testbed.report;
