// SPDX-License-Identifier: Apache-2.0
/** Requests and answers apart from what carries them, and the server that does: Netty under bounds and strict rules of our own. */
package org.fairlead.control.http;
