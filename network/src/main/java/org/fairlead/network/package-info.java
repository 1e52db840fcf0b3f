// SPDX-License-Identifier: Apache-2.0
/** The seam between plans of paths and what carries them out in real networks: drivers by name, and who keeps one at the newest plan. */
package org.fairlead.network;
