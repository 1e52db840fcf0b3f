// SPDX-License-Identifier: Apache-2.0
/** Guaranteed rates on every host and switch of a testbed, for contenders whose controller allots them. */
package org.fairlead.testbed.cluster.rate;
