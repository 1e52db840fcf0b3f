// SPDX-License-Identifier: Apache-2.0
/** What operators of a cluster use: controllers, agents, tokens, the topology, enforcement, why something was decided. */
package org.fairlead.cli.operations;
