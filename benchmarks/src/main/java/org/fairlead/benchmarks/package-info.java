// SPDX-License-Identifier: Apache-2.0
/** What decisions, views and the memory of both cost in large clusters; run by hand, no part of the tests. */
package org.fairlead.benchmarks;
