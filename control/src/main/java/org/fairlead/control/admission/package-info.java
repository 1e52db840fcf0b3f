// SPDX-License-Identifier: Apache-2.0
/** Rates for what applications fetch ahead, admitted over all of them ({@link org.fairlead.control.admission.AdmissionControl}). */
package org.fairlead.control.admission;
