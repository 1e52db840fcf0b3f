// SPDX-License-Identifier: Apache-2.0
/** Which task gets a second attempt, and where. */
package org.fairlead.core.task.speculation;
