// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import javax.net.ssl.SSLContext;

/** How a server speaks TLS, and whether it asks clients for certificates. */
public record ServerTls(SSLContext context, ClientCertificates certificates) {}
