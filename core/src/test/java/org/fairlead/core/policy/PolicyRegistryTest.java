// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.fairlead.core.flow.path.PathPolicy;
import org.fairlead.core.flow.path.PathSelectors;
import org.fairlead.core.placement.PlacementPolicy;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.placement.ReadOrders;
import org.fairlead.core.task.AssignerPolicy;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.view.LoadModels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyRegistryTest {
    private static final String BRINGS = """
            package acme;

            import java.util.List;
            import org.fairlead.core.flow.path.PathPolicy;
            import org.fairlead.core.policy.Policy;
            import org.fairlead.core.policy.PolicyProvider;

            public class %s %s {
                %s
                public List<Policy> policies() {
                    %s
                }
                static List<Policy> path(String name, String description) {
                    return List.of(new PathPolicy(name, description, (topology, seed, options) -> null));
                }
            }
            """;
    private static final String PROVIDES = "implements PolicyProvider";
    private static final String SOUND = source("Sound", PROVIDES, "", "return path(\"sound\", \"sound\");");

    @TempDir
    Path directory;

    private static String source(String name, String heading, String more, String policies) {
        return BRINGS.formatted(name, heading, more, policies);
    }

    /** What a thread with these jars on its class path finds. */
    private static <T> T with(ClassLoader parent, List<URL> jars, Supplier<T> looking) throws IOException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(jars.toArray(URL[]::new), parent)) {
            Thread.currentThread().setContextClassLoader(loader);
            return looking.get();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static <T> T with(URL jar, Supplier<T> looking) throws IOException {
        return with(PolicyRegistry.class.getClassLoader(), List.of(jar), looking);
    }

    private URL jar(String... sourcesOfSoundAndOther) {
        Map<String, String> sources = new LinkedHashMap<>(Map.of("acme.Sound", SOUND));
        for (String source : sourcesOfSoundAndOther) {
            sources.put("acme.Other", source);
        }
        List<String> providers =
                sources.size() == 1 ? List.of("acme.Sound") : List.of("acme.Other # the other", "acme.Sound");
        return ProviderJar.of(directory, sources, providers, List.of());
    }

    @Test
    void everyNameOfOursIsInOnePlace() {
        PolicyRegistry ours = PolicyRegistry.installed();

        assertThat(ours.leftOut()).isEmpty();
        assertThat(ours.names(PlacementPolicy.KIND)).isEqualTo(Placers.names()).contains("fairlead", "random");
        assertThat(ours.names(AssignerPolicy.KIND))
                .isEqualTo(TaskAssigners.names())
                .contains("fairlead", "cormorant");
        assertThat(ours.names(PathPolicy.KIND)).isEqualTo(PathSelectors.names()).contains("ecmp", "hedera");
        assertThat(ours.all(PlacementPolicy.KIND)).allSatisfy(policy -> {
            assertThat(LoadModels.names()).contains(policy.loadModel());
            assertThat(ReadOrders.names()).contains(policy.readOrder());
            assertThat(policy.factory().get().name()).isEqualTo(policy.name());
        });
        assertThat(ours.all(AssignerPolicy.KIND)).allSatisfy(policy -> {
            assertThat(LoadModels.names()).contains(policy.loadModel());
            assertThat(TaskAssigners.named(policy.name()).name()).isEqualTo(policy.name());
        });
    }

    @Test
    void ofSeveralLoadModelsTheOneThatServesAllIsTaken() {
        assertThat(LoadModels.serving(List.of("sinbad", "sinbad")).name()).isEqualTo("sinbad");
        assertThat(LoadModels.serving(List.of("sinbad", "fairlead")).name()).isEqualTo("fairlead");
        assertThat(LoadModels.serving(List.of("fairlead", "clairvoyant")).name())
                .isEqualTo("clairvoyant");
    }

    @Test
    void aJarOnTheCallersClassPathAddsToOursWhileItIsThere() throws IOException {
        List<String> names = with(jar(), PathSelectors::names);

        assertThat(names).startsWith("single", "ecmp").endsWith("sound").doesNotHaveDuplicates();
        assertThat(PathSelectors.names()).doesNotContain("sound");
        assertThatThrownBy(() -> PolicyRegistry.installed().named(PathPolicy.KIND, "sound"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no path selection 'sound'; accepted: " + String.join(", ", PathSelectors.names()));
    }

    @Test
    void twoOfOneNameAreAnErrorThatNamesBoth() {
        URL jar = jar(source("Other", PROVIDES, "", "return path(\"ecmp\", \"mine\");"));

        assertThatThrownBy(() -> with(jar, Placers::names))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two policies of one name: path selection 'ecmp' is brought by"
                        + " org.fairlead.core.flow.path.PathSelectors and by acme.Other;"
                        + " only one of them may be on the class path");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            public Other() { throw new IllegalStateException("no licence"); } | return path("x", "x");                           | no licence
            static final int NONE = Integer.parseInt("none");                 | return path("x", "x");                           | NumberFormatException
            | throw new UnsupportedOperationException("not yet");            | acme.Other: java.lang.UnsupportedOperationException: not yet
            | return policies();                                             | acme.Other: java.lang.StackOverflowError
            | throw new AssertionError("never");                             | acme.Other: java.lang.AssertionError: never
            | return null;                                                   | acme.Other: java.lang.NullPointerException
            | return path("No Name", "x");                                   | acme.Other: 'No Name' is not a policy's name; accepted: small letters
            | return path(null, "x");                                        | acme.Other: 'null' is not a policy's name
            | return path("x", "two\\nlines");                               | acme.Other: policy 'x' is not described in one line
            | return path("x", null);                                        | acme.Other: policy 'x' is not described in one line
            private Other() {}                                                | return path("x", "x");                           | acme.Other Unable to get public no-arg constructor
            """)
    void aProviderThatFailsIsLeftOutWithOneLineAndTheOthersCount(String more, String policies, String words)
            throws IOException {
        URL jar = jar(source("Other", PROVIDES, more == null ? "" : more, policies));

        PolicyRegistry found = with(jar, PolicyRegistry::installed);

        assertThat(found.names(PathPolicy.KIND)).contains("ecmp", "sound").doesNotContain("x");
        assertThat(found.leftOut())
                .singleElement()
                .satisfies(line -> assertThat(line).contains(words).hasLineCount(1));
        assertThatThrownBy(() -> found.named(PathPolicy.KIND, "x")).hasMessageContaining("; left out: ");
    }

    @Test
    void whatIsNoProviderIsLeftOut() throws IOException {
        PolicyRegistry found =
                with(jar(source("Other", "", "", "return path(\"x\", \"x\");")), PolicyRegistry::installed);

        assertThat(found.names(PathPolicy.KIND)).contains("sound").doesNotContain("x");
        assertThat(found.leftOut()).singleElement().asString().contains("acme.Other not a subtype");
    }

    @Test
    void aProviderThatLacksAClassIsLeftOut() throws IOException {
        Map<String, String> sources = Map.of(
                "acme.Sound",
                SOUND,
                "acme.Gone",
                "package acme; public class Gone {}",
                "acme.Other",
                source("Other", "extends Gone " + PROVIDES, "", "return path(\"x\", \"x\");"));
        URL jar = ProviderJar.of(
                directory, sources, List.of("acme.Other", "acme.Nobody", "acme.Sound"), List.of("acme.Gone"));

        PolicyRegistry found = with(jar, PolicyRegistry::installed);

        assertThat(found.names(PathPolicy.KIND)).contains("sound").doesNotContain("x");
        assertThat(found.leftOut())
                .satisfiesExactly(line -> assertThat(line).contains("acme/Gone"), line -> assertThat(line)
                        .contains("acme.Nobody not found"));
    }

    @Test
    void policiesForAnotherCopyOfOursAreNotMixedWithOurs() throws IOException {
        URL jar = jar();

        PolicyRegistry found =
                with(ClassLoader.getPlatformClassLoader(), List.of(ProviderJar.core(), jar), PolicyRegistry::installed);

        assertThat(found.names(PathPolicy.KIND)).isEqualTo(PathSelectors.names());
        assertThat(found.leftOut()).singleElement().asString().contains("which has a Fairlead of its own");
        assertThat(with(ClassLoader.getPlatformClassLoader(), List.of(), PolicyRegistry::installed)
                        .leftOut())
                .isEmpty();
    }
}
