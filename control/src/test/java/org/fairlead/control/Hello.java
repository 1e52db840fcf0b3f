// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** The first message of a TLS handshake. */
final class Hello {
    private Hello() {}

    static byte[] bytes() throws SSLException {
        try {
            SSLEngine engine = SSLContext.getDefault().createSSLEngine();
            engine.setUseClientMode(true);
            ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), out);
            byte[] bytes = new byte[out.flip().remaining()];
            out.get(bytes);
            return bytes;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }
}
