// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

/** Whether a server asks its clients for certificates under TLS. */
public enum ClientCertificates {
    /** It would believe none. */
    NONE,
    /** Who shows none may still come in, and show a token. */
    WANTED,
    /** Who shows none does not come in. */
    NEEDED
}
