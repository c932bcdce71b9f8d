// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.functions.InvalidTypesException;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reflection over lambdas and types, for the type extractor. */
@Internal
public class TypeExtractionUtils {

    private TypeExtractionUtils() {}

    /** The method or constructor that a lambda or method reference runs. */
    public static class LambdaExecutable {

        private final Executable executable;
        private final Class<?> instantiatedReturn;

        /** A reference to a constructor. */
        public LambdaExecutable(Constructor<?> constructor) {
            this(constructor, constructor.getDeclaringClass());
        }

        /** A lambda, or a reference to a method. */
        public LambdaExecutable(Method method) {
            this(method, method.getReturnType());
        }

        LambdaExecutable(Executable executable, Class<?> instantiatedReturn) {
            this.executable = executable;
            this.instantiatedReturn = instantiatedReturn;
        }

        /**
         * What the functional interface returns at this place, erased. It knows more than the
         * method itself where that is generic: {@code Map.Entry::getKey} returns K, but here
         * perhaps String.
         */
        Class<?> instantiatedReturn() {
            return instantiatedReturn;
        }

        /** The types of the parameters, captured values first. */
        public Type[] getParameterTypes() {
            return executable.getGenericParameterTypes();
        }

        /** The type it returns; a constructor returns its class. */
        public Type getReturnType() {
            return executable instanceof Method method
                    ? method.getGenericReturnType()
                    : executable.getDeclaringClass();
        }

        /** The name of the method. */
        public String getName() {
            return executable.getName();
        }

        /** Whether it is that method. */
        public boolean executablesEquals(Method m) {
            return executable.equals(m);
        }

        /** Whether it is that constructor. */
        public boolean executablesEquals(Constructor<?> c) {
            return executable.equals(c);
        }
    }

    /**
     * The method behind a function that is a lambda or a method reference; null if it is neither.
     *
     * @throws TypeExtractionException if it is one, but the method cannot be found
     */
    public static LambdaExecutable checkAndExtractLambda(Function function)
            throws TypeExtractionException {
        SerializedLambda lambda = serializedForm(function);
        if (lambda == null) {
            return null;
        }
        String className = lambda.getImplClass().replace('/', '.');
        String methodName = lambda.getImplMethodName();
        try {
            ClassLoader loader = function.getClass().getClassLoader();
            Class<?> owner = Class.forName(className, false, loader);
            MethodType signature =
                    MethodType.fromMethodDescriptorString(lambda.getImplMethodSignature(), loader);
            Class<?> instantiated =
                    MethodType.fromMethodDescriptorString(
                                    lambda.getInstantiatedMethodType(), loader)
                            .returnType();
            if (methodName.equals("<init>")) {
                return new LambdaExecutable(
                        owner.getDeclaredConstructor(signature.parameterArray()));
            }
            for (Method method : getAllDeclaredMethods(owner)) {
                if (method.getName().equals(methodName)
                        && method.getReturnType() == signature.returnType()
                        && List.of(method.getParameterTypes()).equals(signature.parameterList())) {
                    return new LambdaExecutable(method, instantiated);
                }
            }
            throw new TypeExtractionException(
                    "The method " + className + "." + methodName + " of a lambda was not found.");
        } catch (ReflectiveOperationException | TypeNotPresentException | LinkageError e) {
            throw new TypeExtractionException(
                    "The method " + className + "." + methodName + " of a lambda was not found.",
                    e);
        }
    }

    private static SerializedLambda serializedForm(Function function)
            throws TypeExtractionException {
        for (Class<?> type = function.getClass(); type != null; type = type.getSuperclass()) {
            Method writeReplace;
            try {
                writeReplace = type.getDeclaredMethod("writeReplace");
            } catch (NoSuchMethodException e) {
                continue;
            }
            if (!function.getClass().isSynthetic()) {
                return null;
            }
            try {
                writeReplace.setAccessible(true);
                return writeReplace.invoke(function) instanceof SerializedLambda lambda
                        ? lambda
                        : null;
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new TypeExtractionException(
                        "The lambda " + function.getClass().getName() + " can't be looked into.",
                        e);
            }
        }
        return null;
    }

    /**
     * A type argument of one of a lambda's parameters.
     *
     * @param lambdaTypeArgumentIndices the parameter, then the argument of its type, then of that
     *     one's
     * @param paramLen how many parameters the lambda's method has, captured values included
     * @param baseParametersLen how many the functional interface has
     * @throws InvalidTypesException if the compiler left no such thing in the class file
     */
    public static Type extractTypeFromLambda(
            Class<?> baseClass,
            LambdaExecutable exec,
            int[] lambdaTypeArgumentIndices,
            int paramLen,
            int baseParametersLen) {
        Type type =
                exec.getParameterTypes()[
                        paramLen - baseParametersLen + lambdaTypeArgumentIndices[0]];
        for (int i = 1; i < lambdaTypeArgumentIndices.length; i++) {
            validateLambdaType(baseClass, type);
            type = extractTypeArgument(type, lambdaTypeArgumentIndices[i]);
        }
        validateLambdaType(baseClass, type);
        return type;
    }

    /**
     * The type argument at a position.
     *
     * @throws InvalidTypesException if the type has none there
     */
    public static Type extractTypeArgument(Type t, int index) throws InvalidTypesException {
        if (t instanceof ParameterizedType parameterized
                && index < parameterized.getActualTypeArguments().length) {
            Type argument = parameterized.getActualTypeArguments()[index];
            return argument instanceof WildcardType wildcard
                    ? wildcard.getLowerBounds().length > 0
                            ? wildcard.getLowerBounds()[0]
                            : wildcard.getUpperBounds()[0]
                    : argument;
        }
        throw new InvalidTypesException(
                "The type " + t.getTypeName() + " has no type argument number " + index + ".");
    }

    /**
     * The one method of a functional interface.
     *
     * @throws InvalidTypesException if there is not exactly one
     */
    public static Method getSingleAbstractMethod(Class<?> baseClass) {
        Method found = null;
        for (Method method : baseClass.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers())) {
                if (found != null) {
                    throw new InvalidTypesException(
                            baseClass.getName() + " has more than one abstract method.");
                }
                found = method;
            }
        }
        if (found == null || !baseClass.isInterface()) {
            throw new InvalidTypesException(baseClass.getName() + " is no functional interface.");
        }
        return found;
    }

    /** All methods of a class, its superclasses and its interfaces. */
    public static List<Method> getAllDeclaredMethods(Class<?> clazz) {
        List<Method> methods = new ArrayList<>();
        for (Class<?> type = clazz; type != null; type = type.getSuperclass()) {
            Collections.addAll(methods, type.getDeclaredMethods());
        }
        Collections.addAll(methods, clazz.getMethods());
        return methods;
    }

    /**
     * The class of a type that is a class, with arguments or without.
     *
     * @throws IllegalArgumentException if it is no class
     */
    @SuppressWarnings("unchecked") // the caller names the class, as the mirrored signature has it
    public static <T> Class<T> typeToClass(Type t) {
        if (t instanceof Class<?> type) {
            return (Class<T>) type;
        } else if (t instanceof ParameterizedType parameterized) {
            return (Class<T>) parameterized.getRawType();
        }
        throw new IllegalArgumentException(t.getTypeName() + " is no class");
    }

    /** Whether a type is a class, with arguments or without. */
    public static boolean isClassType(Type t) {
        return t instanceof Class || t instanceof ParameterizedType;
    }

    /** The class a type comes down to when nothing is known of its variables. */
    public static Class<?> getRawClass(Type t) {
        if (isClassType(t)) {
            return typeToClass(t);
        } else if (t instanceof GenericArrayType array) {
            return getRawClass(array.getGenericComponentType()).arrayType();
        } else if (t instanceof TypeVariable<?> variable) {
            return getRawClass(variable.getBounds()[0]);
        } else if (t instanceof WildcardType wildcard) {
            return getRawClass(wildcard.getUpperBounds()[0]);
        }
        return Object.class;
    }

    /**
     * Makes sure that a type found at a lambda still has its type arguments.
     *
     * @throws InvalidTypesException if the compiler erased them
     */
    public static void validateLambdaType(Class<?> baseClass, Type t) {
        Type element = t;
        while (element instanceof Class<?> array && array.isArray()) {
            element = array.getComponentType();
        }
        if (element instanceof Class<?> type && type.getTypeParameters().length > 0) {
            throw new InvalidTypesException(
                    "The compiler does not keep the type arguments of "
                            + type.getSimpleName()
                            + " for a lambda or method reference.");
        }
    }
}
