// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.fairlead.testkit.OtherHadoop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
@Tag("untimed")
class OlderHadoopTest {
    @TempDir
    private Path directory;

    @Test
    void theSameClassesPlaceAndOrderOnHadoop343() throws Exception {
        assertThat(OtherHadoop.run(directory, "3.4.3", OlderHadoopProbe.class.getName()))
                .contains("ok 3.4.3");
    }
}
