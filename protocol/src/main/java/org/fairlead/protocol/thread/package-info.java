/** Daemon threads that nothing thrown in them ends. */
package org.fairlead.protocol.thread;
