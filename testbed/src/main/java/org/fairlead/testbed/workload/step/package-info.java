// SPDX-License-Identifier: Apache-2.0
/** The kinds of steps that a scenario's work consists of, one class a kind, and how a list of them is read. */
package org.fairlead.testbed.workload.step;
