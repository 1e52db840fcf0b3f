// SPDX-License-Identifier: Apache-2.0
/** {@code fairlead simulate} and {@code fairlead experiment}: the simulator's runs and their reports. */
package org.fairlead.cli.simulate;
