// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Looks for constructors and methods with their types, by reflection, and notes which are not there. Types are classes or their names. */
final class SignatureCheck {
    private final List<String> missing = new ArrayList<>();
    private final ClassLoader loader;

    /** @param loader by which types are found */
    SignatureCheck(ClassLoader loader) {
        this.loader = loader;
    }

    /** What was looked for and is not there, in words. */
    List<String> missing() {
        return List.copyOf(missing);
    }

    void constructor(String owner, Object... parameters) {
        Class<?> type = type(owner);
        check(
                owner + "(" + names(parameters) + ")",
                () -> type != null && type.getDeclaredConstructor(types(parameters)) != null);
    }

    void method(String owner, Object result, String name, Object... parameters) {
        Class<?> type = type(owner);
        check(
                owner + "." + name + "(" + names(parameters) + ")",
                () -> type != null
                        && type.getDeclaredMethod(name, types(parameters)).getReturnType() == typeOf(result));
    }

    private interface Look {
        boolean isThere() throws ReflectiveOperationException;
    }

    private void check(String text, Look look) {
        try {
            if (look.isThere()) {
                return;
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            // Said below.
        }
        missing.add(text);
    }

    private Class<?>[] types(Object... parameters) {
        return Arrays.stream(parameters).map(this::typeOf).toArray(Class<?>[]::new);
    }

    private Class<?> typeOf(Object typeOrName) {
        return typeOrName instanceof Class<?> type ? type : type((String) typeOrName);
    }

    private Class<?> type(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static String names(Object... parameters) {
        return Arrays.stream(parameters)
                .map(parameter -> parameter instanceof Class<?> type ? type.getName() : (String) parameter)
                .collect(Collectors.joining(", "));
    }
}
