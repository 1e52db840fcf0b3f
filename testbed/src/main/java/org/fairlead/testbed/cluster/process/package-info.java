// SPDX-License-Identifier: Apache-2.0
/** A Java program as a process: its command line, its start, what it says, its end. */
package org.fairlead.testbed.cluster.process;
