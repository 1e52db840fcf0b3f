// SPDX-License-Identifier: Apache-2.0
/** When running tasks will end, by how far they have read their input. */
package org.fairlead.core.prefetch.progress;
