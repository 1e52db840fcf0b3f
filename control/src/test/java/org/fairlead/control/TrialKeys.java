// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.nio.file.Files;
import java.nio.file.Path;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.testkit.Authority;

/** One certificate, and the trust in who issued it: for a controller and for those that it believes, who may be anybody. */
final class TrialKeys {
    private static final String NAME = "any";

    private TrialKeys() {}

    /** Made in a directory, or found there. */
    static TlsFiles in(Path directory) throws Exception {
        Path certificate = directory.resolve(NAME + ".pem");
        return Files.exists(certificate)
                ? TlsFiles.pem(certificate, directory.resolve(NAME + ".key"), directory.resolve("ca.pem"))
                : Authority.in(directory).issue(NAME, "uri:fairlead:any");
    }
}
