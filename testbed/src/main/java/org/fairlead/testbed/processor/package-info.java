// SPDX-License-Identifier: Apache-2.0
/** Slow processors: control groups with a quota, for the processes of one host. Needs the real root. */
package org.fairlead.testbed.processor;
