// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The policies that there are, found by {@link ServiceLoader}: on the class path that has this class, and on that of the calling thread,
 * which in Spark may be another one. A provider that cannot be used is left out; two policies of one kind and name are an error.
 */
public final class PolicyRegistry {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._:+-]{0,63}");

    /** Providers of one class path that cannot be used, until the rest of it is not looked at. */
    private static final int MOST_FAILURES = 100;

    private static final int DEEPEST_CAUSE = 20;

    /** Of the class path that has this class, which does not change. */
    private static volatile PolicyRegistry ofOwnClassPath;

    private record Entry(Policy policy, String provider) {}

    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> providers = new HashSet<>();
    private final Set<String> leftOut = new LinkedHashSet<>();

    private PolicyRegistry() {}

    /**
     * What the calling thread finds.
     *
     * @throws IllegalArgumentException if two policies of one kind have one name; its message names both providers
     */
    public static PolicyRegistry installed() {
        ClassLoader own = PolicyRegistry.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context == null || context == own) {
            PolicyRegistry known = ofOwnClassPath;
            if (known == null) {
                known = found(own, own);
                ofOwnClassPath = known;
            }
            return known;
        }
        return found(own, context);
    }

    private static PolicyRegistry found(ClassLoader own, ClassLoader context) {
        PolicyRegistry registry = new PolicyRegistry();
        registry.look(own);
        if (context != own) {
            registry.lookElsewhere(context);
        }
        registry.refuseTwoOfOneName();
        return registry;
    }

    /** A class path with another copy of ours has policies for that copy; one without any has none. */
    private void lookElsewhere(ClassLoader context) {
        Class<?> theirs;
        try {
            theirs = context.loadClass(PolicyProvider.class.getName());
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            return;
        }
        if (theirs == PolicyProvider.class) {
            look(context);
        } else {
            leftOut.add("the policies of " + context + ", which has a Fairlead of its own");
        }
    }

    private void look(ClassLoader loader) {
        Iterator<PolicyProvider> found =
                ServiceLoader.load(PolicyProvider.class, loader).iterator();
        for (int failures = 0; failures < MOST_FAILURES; failures++) {
            try {
                while (found.hasNext()) {
                    add(found.next());
                }
                return;
            } catch (RuntimeException
                    | LinkageError
                    | ServiceConfigurationError
                    | AssertionError
                    | StackOverflowError e) {
                leftOut.add(words(e));
            }
        }
    }

    /** Takes all policies of a provider, or none. */
    private void add(PolicyProvider provider) {
        String name = provider.getClass().getName();
        if (providers.contains(name)) {
            return;
        }
        List<Entry> added = new ArrayList<>();
        for (Policy policy : policiesOf(provider)) {
            check(policy, name);
            added.add(new Entry(policy, name));
        }
        providers.add(name);
        entries.addAll(added);
    }

    private static List<Policy> policiesOf(PolicyProvider provider) {
        try {
            return List.copyOf(provider.policies());
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            throw new IllegalStateException(provider.getClass().getName(), e);
        }
    }

    private static void check(Policy policy, String provider) {
        Objects.requireNonNull(policy.kind(), () -> provider + ": a policy has no kind");
        if (policy.name() == null || !NAME.matcher(policy.name()).matches()) {
            throw new IllegalArgumentException(provider + ": '" + policy.name()
                    + "' is not a policy's name; accepted: small letters, digits and . _ : + -, at most 64");
        }
        if (policy.description() == null
                || policy.description().isBlank()
                || policy.description().lines().count() > 1) {
            throw new IllegalArgumentException(
                    provider + ": policy '" + policy.name() + "' is not described in one line");
        }
    }

    private void refuseTwoOfOneName() {
        Map<List<String>, Entry> first = new HashMap<>();
        for (Entry entry : entries) {
            String kind = entry.policy().kind().label();
            String name = entry.policy().name();
            Entry other = first.putIfAbsent(List.of(kind, name), entry);
            if (other != null) {
                throw new IllegalArgumentException("two policies of one name: " + kind + " '" + name
                        + "' is brought by " + other.provider() + " and by " + entry.provider()
                        + "; only one of them may be on the class path");
            }
        }
    }

    /** One line that says what failed and, at its root, why. */
    private static String words(Throwable failure) {
        Throwable root = failure;
        for (int depth = 0; root.getCause() != null && depth < DEEPEST_CAUSE; depth++) {
            root = root.getCause();
        }
        String text = root == failure ? failure.toString() : failure.getMessage() + ": " + root;
        return text.replaceAll("\\s+", " ");
    }

    /** All entries, in the order in which they were found: ours first. */
    public List<Policy> all() {
        return entries.stream().map(Entry::policy).toList();
    }

    /** Those of one kind. */
    public <P extends Policy> List<P> all(PolicyKind<P> kind) {
        return all().stream()
                .filter(kind.type()::isInstance)
                .map(kind.type()::cast)
                .toList();
    }

    /** Names of one kind, ours first. */
    public List<String> names(PolicyKind<?> kind) {
        return all(kind).stream().map(Policy::name).toList();
    }

    /** @throws IllegalArgumentException if there is none of that name; its message lists those there are, and what was left out */
    public <P extends Policy> P named(PolicyKind<P> kind, String name) {
        return all(kind).stream()
                .filter(policy -> policy.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + kind.label() + " '" + name + "'; accepted: "
                        + String.join(", ", names(kind))
                        + (leftOut.isEmpty() ? "" : "; left out: " + String.join("; ", leftOut))));
    }

    /** What could not be used of what was found, a line each. */
    public List<String> leftOut() {
        return List.copyOf(leftOut);
    }
}
