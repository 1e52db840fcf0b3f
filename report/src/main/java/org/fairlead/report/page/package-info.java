// SPDX-License-Identifier: Apache-2.0
/** Pages in one file that need no network, and the scripts that several of them draw with. */
package org.fairlead.report.page;
