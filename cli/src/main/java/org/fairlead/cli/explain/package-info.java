// SPDX-License-Identifier: Apache-2.0
/** Why an application's tasks ran where they ran: read from its web UI or from its file of decisions, said in words. */
package org.fairlead.cli.explain;
