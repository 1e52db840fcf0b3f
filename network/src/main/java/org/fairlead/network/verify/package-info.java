// SPDX-License-Identifier: Apache-2.0
/** Whether switches of a real network do what a plan of labels says: probes from a host, and what follows from their answers. */
package org.fairlead.network.verify;
