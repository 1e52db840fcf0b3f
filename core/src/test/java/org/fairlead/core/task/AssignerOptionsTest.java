// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssignerOptionsTest {
    @ParameterizedTest
    @ValueSource(strings = {"Delay", "Waits", "Bandwidth", "Gates", "Prediction"})
    void whatIsUsualIsWholeWhicheverPartIsUsedFirst(String part) throws Exception {
        String name = AssignerOptions.class.getName();
        URL classes =
                AssignerOptions.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader fresh = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class.forName(name + "$" + part, true, fresh);

            Class<?> options = Class.forName(name, true, fresh);

            Object usual = options.getField("USUAL").get(null);
            for (RecordComponent component : options.getRecordComponents()) {
                assertThat(component.getAccessor().invoke(usual))
                        .as(component.getName())
                        .isNotNull();
            }
        }
    }
}
