// SPDX-License-Identifier: Apache-2.0
/** The machine under a testbed: what it lacks for one, and how busy its processors are. */
package org.fairlead.testbed.machine;
