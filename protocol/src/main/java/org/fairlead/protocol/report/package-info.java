// SPDX-License-Identifier: Apache-2.0
/** What every report is made of: amounts as people write them, lines for a terminal, pages that need no network, whole files. */
package org.fairlead.protocol.report;
