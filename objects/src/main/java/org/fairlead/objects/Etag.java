// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** How an object's content is told from another: by its MD5, as S3 does for what was put at once. */
final class Etag {
    private static final int BUFFER_BYTES = 64 << 10;

    private Etag() {}

    /** In quotes. */
    static String of(byte[] content) {
        return text(md5().digest(content));
    }

    /** The same of all that a stream still has. */
    static String of(InputStream content) throws IOException {
        MessageDigest digest = md5();
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
            digest.update(buffer, 0, read);
        }
        return text(digest.digest());
    }

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(byte[] digest) {
        return "\"" + String.format("%032x", new BigInteger(1, digest)) + "\"";
    }
}
