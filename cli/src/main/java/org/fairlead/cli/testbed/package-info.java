// SPDX-License-Identifier: Apache-2.0
/** {@code fairlead testbed}, and what runs on it: the demo and the validation of the simulator. */
package org.fairlead.cli.testbed;
