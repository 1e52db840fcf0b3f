// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import java.util.function.Supplier;
import org.fairlead.protocol.trust.TlsMaterial;

/**
 * How a server speaks TLS, and whether it asks clients for certificates.
 *
 * @param material what the files said last; looks at no file
 */
public record ServerTls(Supplier<TlsMaterial> material, ClientCertificates certificates) {}
