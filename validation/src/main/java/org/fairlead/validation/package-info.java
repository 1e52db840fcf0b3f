// SPDX-License-Identifier: Apache-2.0
/** How well the simulator predicts the testbed: scenarios in both, constants that some of them give, errors of the others. */
package org.fairlead.validation;
