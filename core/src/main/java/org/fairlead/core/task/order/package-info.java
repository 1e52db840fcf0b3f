// SPDX-License-Identifier: Apache-2.0
/** Which job is asked first. */
package org.fairlead.core.task.order;
