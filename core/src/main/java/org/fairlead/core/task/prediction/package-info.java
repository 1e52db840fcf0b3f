// SPDX-License-Identifier: Apache-2.0
/** How long a task would take on a host, by what its input waits for; and choices explained by that. */
package org.fairlead.core.task.prediction;
