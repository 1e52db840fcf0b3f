// SPDX-License-Identifier: Apache-2.0
/** A diagnosis as a sentence, a table, JSON and a page. */
package org.fairlead.diagnosis.report;
