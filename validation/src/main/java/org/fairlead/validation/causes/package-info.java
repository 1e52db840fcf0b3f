// SPDX-License-Identifier: Apache-2.0
/** Whether {@code why} names what made applications slow whose causes only the testbed knows, and {@code what-if} what they would have taken without. */
package org.fairlead.validation.causes;
