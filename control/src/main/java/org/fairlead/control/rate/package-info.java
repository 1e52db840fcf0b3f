// SPDX-License-Identifier: Apache-2.0
/** Rates on hosts and switches for what applications fetch ahead: what may be guaranteed, who carries it out, and what it is now. */
package org.fairlead.control.rate;
