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
}
