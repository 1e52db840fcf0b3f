// SPDX-License-Identifier: Apache-2.0
/** Hosts whose disk or processors are slow for a while, or that have processors of their own. Needs the real root. */
package org.fairlead.testbed.slow;
