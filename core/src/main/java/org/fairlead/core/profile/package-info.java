// SPDX-License-Identifier: Apache-2.0
/** What tasks that ended, or run, tell of those to come: how long they take and compute, what they take besides, how fast hosts give their blocks. */
package org.fairlead.core.profile;
