// SPDX-License-Identifier: Apache-2.0
/** The one cause that an application was slow for, or that none shows. */
package org.fairlead.diagnosis.verdict;
