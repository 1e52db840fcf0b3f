// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.spark.schedule.options.MasterUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignaturesTest {
    @ParameterizedTest
    @ValueSource(strings = {"spark://master:7077", "local-cluster[2,1,1024]", "yarn"})
    void thisSparkHasWhatWeRelyOn(String master) {
        assertThat(Signatures.missing(MasterUrl.of(master))).isEmpty();
    }

    @Test
    void thisHadoopHasWhatFetchingAheadReliesOn() {
        assertThat(PrefetchSignatures.missing()).isEmpty();
    }

    @Test
    void thisSparkHasWhatCopiesOfMapOutputRelyOn() {
        assertThat(ShuffleSignatures.missing()).isEmpty();
    }

    @Test
    void thisS3aHasWhatFetchingObjectsReliesOn() {
        assertThat(ObjectSignatures.isThere(getClass().getClassLoader())).isTrue();
        assertThat(ObjectSignatures.missing(getClass().getClassLoader())).isEmpty();
    }

    @Test
    void whereThereIsNoS3aThatIsSeen() {
        ClassLoader without = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith("org.apache.hadoop.fs.s3a.")) {
                    throw new ClassNotFoundException(name);
                }
                return super.loadClass(name, resolve);
            }
        };

        assertThat(ObjectSignatures.isThere(without)).isFalse();
        assertThat(ObjectSignatures.missing(without))
                .anyMatch(what -> what.contains("AbstractObjectInputStreamFactory"));
    }
}
