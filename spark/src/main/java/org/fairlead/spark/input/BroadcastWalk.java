// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.Dependency;
import org.apache.spark.NarrowDependency;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;

/**
 * Finds the broadcast variables that a stage's tasks read: in what the functions of its RDDs hold, and the functions that those hold. What is hidden deeper,
 * in objects of the user's, is not found.
 */
final class BroadcastWalk {
    private static final int MOST_OBJECTS = 4096;
    private static final int DEEPEST = 24;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Long> found = new TreeSet<>();

    private BroadcastWalk() {}

    /** @return their numbers */
    static Set<Long> of(RDD<?> last) {
        BroadcastWalk walk = new BroadcastWalk();
        walk.follow(last);
        return Set.copyOf(walk.found);
    }

    private void follow(RDD<?> rdd) {
        if (seen.size() > MOST_OBJECTS || !seen.add(rdd)) {
            return;
        }
        for (Class<?> type = rdd.getClass(); type != RDD.class; type = type.getSuperclass()) {
            lookInto(rdd, type, 0);
        }
        for (Iterator<Dependency<?>> all = rdd.dependencies().iterator(); all.hasNext(); ) {
            if (all.next() instanceof NarrowDependency<?> narrow) {
                follow(narrow.rdd());
            }
        }
    }

    private void lookAt(Object value, int depth) {
        if (value instanceof Broadcast<?> broadcast) {
            found.add(broadcast.id());
        } else if (depth < DEEPEST && seen.size() <= MOST_OBJECTS) {
            if (value instanceof Object[] many && seen.add(many)) {
                for (Object one : many) {
                    lookAt(one, depth + 1);
                }
            } else if (value != null && isFunction(value.getClass()) && seen.add(value)) {
                for (Class<?> type = value.getClass(); type != Object.class; type = type.getSuperclass()) {
                    lookInto(value, type, depth);
                }
            }
        }
    }

    /** Lambdas of Java and Scala, and what Spark SQL makes a partition's function of. */
    private static boolean isFunction(Class<?> type) {
        return type.isHidden() || type.isSynthetic() || type.getName().endsWith("EvaluatorFactory");
    }

    private void lookInto(Object holder, Class<?> type, int depth) {
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                lookAt(value(field, holder), depth + 1);
            }
        }
    }

    private static Object value(Field field, Object holder) {
        try {
            field.setAccessible(true);
            return field.get(holder);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // a class that does not let itself be looked at
        }
    }
}
