// SPDX-License-Identifier: Apache-2.0
/** How a program talks to the controller: reports, decisions, and a view that is kept up to date. */
package org.fairlead.protocol.client;
