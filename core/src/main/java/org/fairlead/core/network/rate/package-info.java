// SPDX-License-Identifier: Apache-2.0
/** Which rate a host pair and class is guaranteed on the links of its path: what may be allotted, to whom, and when it is given back. */
package org.fairlead.core.network.rate;
