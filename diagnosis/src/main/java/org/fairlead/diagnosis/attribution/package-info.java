// SPDX-License-Identifier: Apache-2.0
/** Where the time of tasks went, and how much of it a log cannot tell. */
package org.fairlead.diagnosis.attribution;
