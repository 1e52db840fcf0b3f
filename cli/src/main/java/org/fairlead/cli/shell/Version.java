// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import picocli.CommandLine.IVersionProvider;

/** The version from the jar's manifest. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"fairlead " + (version == null ? "(unpackaged)" : version)};
    }
}
