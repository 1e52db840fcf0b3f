// SPDX-License-Identifier: Apache-2.0
/** Which task an offered slot to run gets, or why it waits; which job is served first; which task gets a second attempt. */
package org.fairlead.core.task;
