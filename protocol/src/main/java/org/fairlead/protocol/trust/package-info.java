// SPDX-License-Identifier: Apache-2.0
/** Tokens and TLS from files, the same for those who ask and those who answer. */
package org.fairlead.protocol.trust;
