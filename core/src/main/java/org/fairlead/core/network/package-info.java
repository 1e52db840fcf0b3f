// SPDX-License-Identifier: Apache-2.0
/** What is to cross the network, and by which paths it goes. */
package org.fairlead.core.network;
