// SPDX-License-Identifier: Apache-2.0
/** Slow processors, and hosts with processors of their own: control groups with a quota, for the processes of one host; of version 2 in a group of the testbed's own. Needs the real root. */
package org.fairlead.testbed.processor;
