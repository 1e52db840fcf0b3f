// SPDX-License-Identifier: Apache-2.0
/** What runs on each host: reads its counters and reports them to every controller. */
package org.fairlead.control.agent;
