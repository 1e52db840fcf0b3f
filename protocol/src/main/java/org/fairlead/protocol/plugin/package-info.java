// SPDX-License-Identifier: Apache-2.0
/** What every plug-in in a foreign process needs: modes that are switched while it runs, what keeps the process safe from us, drills. */
package org.fairlead.protocol.plugin;
