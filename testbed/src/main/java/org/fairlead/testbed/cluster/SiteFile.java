// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.util.Map;

/** Hadoop's configuration file form. */
final class SiteFile {
    private SiteFile() {}

    static String text(Map<String, String> values) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
        values.forEach((key, value) -> xml.append("<property><name>")
                .append(escaped(key))
                .append("</name><value>")
                .append(escaped(value))
                .append("</value></property>\n"));
        return xml.append("</configuration>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
