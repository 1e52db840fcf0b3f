// SPDX-License-Identifier: Apache-2.0
/** The load to come, where it is given beforehand; and the load models by name. */
package org.fairlead.protocol.forecast;
