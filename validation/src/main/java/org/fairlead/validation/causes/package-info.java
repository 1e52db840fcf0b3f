// SPDX-License-Identifier: Apache-2.0
/** Whether {@code why} names what made applications slow whose causes only the testbed knows. */
package org.fairlead.validation.causes;
