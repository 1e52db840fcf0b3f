// SPDX-License-Identifier: Apache-2.0
/** Which hosts are suspected to be cut off, dead or hung, by what several witnesses say. */
package org.fairlead.core.health;
