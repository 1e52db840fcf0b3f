// SPDX-License-Identifier: Apache-2.0
/** Where the task time of a job went, by the rules of {@code fairlead why}. */
package org.fairlead.testbed.workload.attribution;
