// SPDX-License-Identifier: Apache-2.0
/** What shuffles brought from one zone or rack to another, and what placement could save of it. */
package org.fairlead.diagnosis.zones;
