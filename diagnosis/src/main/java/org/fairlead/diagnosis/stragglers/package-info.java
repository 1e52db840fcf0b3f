// SPDX-License-Identifier: Apache-2.0
/** Which hosts are slower than the others by more than chance, at what, and what it costs. */
package org.fairlead.diagnosis.stragglers;
