// SPDX-License-Identifier: Apache-2.0
/** Commands about real networks: what an operator configures so that they keep paths. */
package org.fairlead.cli.network;
