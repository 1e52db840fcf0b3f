// SPDX-License-Identifier: Apache-2.0
/** The controller, which turns reports into views, and the agent, which reports. */
package org.fairlead.control;
