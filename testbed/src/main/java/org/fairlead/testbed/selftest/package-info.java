// SPDX-License-Identifier: Apache-2.0
/** Measures what the emulated network promises: link rates, fair sharing, balanced paths. */
package org.fairlead.testbed.selftest;
