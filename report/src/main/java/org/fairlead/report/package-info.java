// SPDX-License-Identifier: Apache-2.0
/** What every report is made of: amounts as people write them, tables for a terminal, JSON, whole files. */
package org.fairlead.report;
