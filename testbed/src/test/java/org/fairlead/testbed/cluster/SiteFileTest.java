// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SiteFileTest {
    @Test
    void valuesAreEscaped() {
        assertThat(SiteFile.text(Map.of("k", "a<b>&c"))).contains("<name>k</name><value>a&lt;b&gt;&amp;c</value>");
    }
}
