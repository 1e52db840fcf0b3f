// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MasterUrlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spark://a:7077,b:7077|STANDALONE",
                "local-cluster[2, 1, 1024]|LOCAL_CLUSTER",
                "yarn|YARN",
                "local[*]|OTHER",
                "local|OTHER",
                "k8s://https://host:6443|OTHER"
            })
    void theKindIsReadWithAndWithoutTheMark(String url, MasterUrl.Kind kind) {
        MasterUrl plain = MasterUrl.of(url);

        assertThat(plain.kind()).isEqualTo(kind);
        assertThat(MasterUrl.of(plain.marked())).isEqualTo(plain);
        assertThat(MasterUrl.isMarked(plain.marked())).isTrue();
        assertThat(MasterUrl.isMarked(url)).isFalse();
    }

    @Test
    void eachMasterHasItsScheme() {
        assertThat(MasterUrl.of("spark://a:7077,b:7078").standaloneMasters())
                .containsExactly("spark://a:7077", "spark://b:7078");
    }

    @Test
    void theSizeOfALocalClusterIsRead() {
        assertThat(MasterUrl.of("local-cluster[3, 2,512]").localCluster())
                .isEqualTo(new MasterUrl.LocalCluster(3, 2, 512));
    }
}
