/** Requests and answers apart from what carries them, and the JDK's HTTP server that does. */
package org.fairlead.control.http;
