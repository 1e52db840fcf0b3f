// SPDX-License-Identifier: Apache-2.0
/**
 * The Spark driver of the testbed: runs on Spark's class path in a process of its own, takes requests as JSON lines. Imports
 * nothing of the testbed outside this package.
 */
package org.fairlead.testbed.workload.driver;
