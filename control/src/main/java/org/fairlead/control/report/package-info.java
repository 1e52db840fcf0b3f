// SPDX-License-Identifier: Apache-2.0
/** Reports in: from counters to rates, from rates to the load of links; who may speak for whom; what was seen before. */
package org.fairlead.control.report;
