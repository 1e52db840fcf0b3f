// SPDX-License-Identifier: Apache-2.0
/** Copies of a shuffle's blocks in the memory of those who will read them: how much memory they may have, and which is fetched next. */
package org.fairlead.core.shuffle.copy;
