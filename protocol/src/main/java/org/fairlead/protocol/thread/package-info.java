// SPDX-License-Identifier: Apache-2.0
/** Daemon threads that nothing thrown in them ends. */
package org.fairlead.protocol.thread;
