// SPDX-License-Identifier: Apache-2.0
/** An application's log as a diagnosis: pure functions, no clock and no files. */
package org.fairlead.diagnosis.analysis;
