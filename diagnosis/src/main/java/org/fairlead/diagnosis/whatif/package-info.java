// SPDX-License-Identifier: Apache-2.0
/** What an application would have taken if something had been otherwise, by its event log alone. */
package org.fairlead.diagnosis.whatif;
