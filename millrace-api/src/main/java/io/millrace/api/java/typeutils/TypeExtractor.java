// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Internal;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.CoGroupFunction;
import io.millrace.api.common.functions.CrossFunction;
import io.millrace.api.common.functions.FlatJoinFunction;
import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.functions.GroupCombineFunction;
import io.millrace.api.common.functions.GroupReduceFunction;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.functions.JoinFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.functions.MapPartitionFunction;
import io.millrace.api.common.functions.Partitioner;
import io.millrace.api.common.typeinfo.TypeInfo;
import io.millrace.api.common.typeinfo.TypeInfoFactory;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.Utils;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.typeutils.TypeExtractionUtils.LambdaExecutable;
import io.millrace.types.Row;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds out by reflection which type a class is, or a function returns.
 *
 * <p>A function that is a class tells its types by what it gives for the interface's type
 * parameters; a lambda, by the method the compiler made of it, where type arguments are erased.
 * Where a type cannot be found out, the methods with {@code allowMissing} give a {@link
 * MissingTypeInfo}: a program runs without the type and is only refused where the type itself is
 * needed.
 */
@Public
public class TypeExtractor {

    /** No type argument of a lambda's parameter is meant. */
    public static final int[] NO_INDEX = new int[0];

    private static final Map<Class<?>, Class<? extends TypeInfoFactory<?>>> FACTORIES =
            new ConcurrentHashMap<>();

    /** All methods are static. */
    protected TypeExtractor() {}

    /**
     * From now on, in this JVM, that factory gives the type information of a class and its
     * subclasses.
     *
     * @throws InvalidTypesException if another factory is registered for the class
     */
    @Internal
    public static void registerFactory(Type t, Class<? extends TypeInfoFactory<?>> factory) {
        Class<? extends TypeInfoFactory<?>> other =
                FACTORIES.putIfAbsent(
                        TypeExtractionUtils.getRawClass(Objects.requireNonNull(t, "t")),
                        Objects.requireNonNull(factory, "factory"));
        if (other != null && other != factory) {
            throw new InvalidTypesException(
                    "For "
                            + t.getTypeName()
                            + " the factory "
                            + other.getName()
                            + " is registered already; "
                            + factory.getName()
                            + " can't be registered too.");
        }
    }

    // ------------------------------------------------------------------------------------------
    // What functions return
    // ------------------------------------------------------------------------------------------

    /** See {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getMapReturnTypes(
            MapFunction<IN, OUT> mapInterface, TypeInformation<IN> inType) {
        return getMapReturnTypes(mapInterface, inType, null, false);
    }

    /** See {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getMapReturnTypes(
            MapFunction<IN, OUT> mapInterface,
            TypeInformation<IN> inType,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                mapInterface, MapFunction.class, NO_INDEX, inType, functionName, allowMissing);
    }

    /** See {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getFlatMapReturnTypes(
            FlatMapFunction<IN, OUT> flatMapInterface, TypeInformation<IN> inType) {
        return getFlatMapReturnTypes(flatMapInterface, inType, null, false);
    }

    /** See {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getFlatMapReturnTypes(
            FlatMapFunction<IN, OUT> flatMapInterface,
            TypeInformation<IN> inType,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                flatMapInterface,
                FlatMapFunction.class,
                new int[] {1, 0},
                inType,
                functionName,
                allowMissing);
    }

    /** The type of an aggregate's accumulator; see {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, ACC> TypeInformation<ACC> getAggregateFunctionAccumulatorType(
            AggregateFunction<IN, ACC, ?> function,
            TypeInformation<IN> inType,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                function, AggregateFunction.class, NO_INDEX, inType, functionName, allowMissing);
    }

    /** The type of an aggregate's result; see {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getAggregateFunctionReturnType(
            AggregateFunction<IN, ?, OUT> function,
            TypeInformation<IN> inType,
            String functionName,
            boolean allowMissing) {
        return getUnaryOperatorReturnType(
                function,
                AggregateFunction.class,
                0,
                2,
                NO_INDEX,
                inType,
                functionName,
                allowMissing);
    }

    /** See {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getMapPartitionReturnTypes(
            MapPartitionFunction<IN, OUT> mapPartitionInterface, TypeInformation<IN> inType) {
        return getMapPartitionReturnTypes(mapPartitionInterface, inType, null, false);
    }

    /** See {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getMapPartitionReturnTypes(
            MapPartitionFunction<IN, OUT> mapPartitionInterface,
            TypeInformation<IN> inType,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                mapPartitionInterface,
                MapPartitionFunction.class,
                new int[] {1, 0},
                inType,
                functionName,
                allowMissing);
    }

    /** See {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getGroupReduceReturnTypes(
            GroupReduceFunction<IN, OUT> function, TypeInformation<IN> inType) {
        return getGroupReduceReturnTypes(function, inType, null, false);
    }

    /** See {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getGroupReduceReturnTypes(
            GroupReduceFunction<IN, OUT> function,
            TypeInformation<IN> inType,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                function,
                GroupReduceFunction.class,
                new int[] {1, 0},
                inType,
                functionName,
                allowMissing);
    }

    /** See {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getGroupCombineReturnTypes(
            GroupCombineFunction<IN, OUT> function, TypeInformation<IN> inType) {
        return getGroupCombineReturnTypes(function, inType, null, false);
    }

    /** See {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getGroupCombineReturnTypes(
            GroupCombineFunction<IN, OUT> function,
            TypeInformation<IN> inType,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                function,
                GroupCombineFunction.class,
                new int[] {1, 0},
                inType,
                functionName,
                allowMissing);
    }

    /** See {@link #getBinaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN1, IN2, OUT> TypeInformation<OUT> getCrossReturnTypes(
            CrossFunction<IN1, IN2, OUT> crossInterface,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type) {
        return getCrossReturnTypes(crossInterface, in1Type, in2Type, null, false);
    }

    /** See {@link #getBinaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN1, IN2, OUT> TypeInformation<OUT> getCrossReturnTypes(
            CrossFunction<IN1, IN2, OUT> crossInterface,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                crossInterface,
                CrossFunction.class,
                NO_INDEX,
                in1Type,
                in2Type,
                functionName,
                allowMissing);
    }

    /** See {@link #getBinaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN1, IN2, OUT> TypeInformation<OUT> getFlatJoinReturnTypes(
            FlatJoinFunction<IN1, IN2, OUT> joinInterface,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type) {
        return getFlatJoinReturnTypes(joinInterface, in1Type, in2Type, null, false);
    }

    /** See {@link #getBinaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN1, IN2, OUT> TypeInformation<OUT> getFlatJoinReturnTypes(
            FlatJoinFunction<IN1, IN2, OUT> joinInterface,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                joinInterface,
                FlatJoinFunction.class,
                new int[] {2, 0},
                in1Type,
                in2Type,
                functionName,
                allowMissing);
    }

    /** See {@link #getBinaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN1, IN2, OUT> TypeInformation<OUT> getJoinReturnTypes(
            JoinFunction<IN1, IN2, OUT> joinInterface,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type) {
        return getJoinReturnTypes(joinInterface, in1Type, in2Type, null, false);
    }

    /** See {@link #getBinaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN1, IN2, OUT> TypeInformation<OUT> getJoinReturnTypes(
            JoinFunction<IN1, IN2, OUT> joinInterface,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                joinInterface,
                JoinFunction.class,
                NO_INDEX,
                in1Type,
                in2Type,
                functionName,
                allowMissing);
    }

    /** See {@link #getBinaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN1, IN2, OUT> TypeInformation<OUT> getCoGroupReturnTypes(
            CoGroupFunction<IN1, IN2, OUT> coGroupInterface,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type) {
        return getCoGroupReturnTypes(coGroupInterface, in1Type, in2Type, null, false);
    }

    /** See {@link #getBinaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN1, IN2, OUT> TypeInformation<OUT> getCoGroupReturnTypes(
            CoGroupFunction<IN1, IN2, OUT> coGroupInterface,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                coGroupInterface,
                CoGroupFunction.class,
                new int[] {2, 0},
                in1Type,
                in2Type,
                functionName,
                allowMissing);
    }

    /** The type of the keys a selector gives; see {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getKeySelectorTypes(
            KeySelector<IN, OUT> selectorInterface, TypeInformation<IN> inType) {
        return getKeySelectorTypes(selectorInterface, inType, null, false);
    }

    /** The type of the keys a selector gives; see {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getKeySelectorTypes(
            KeySelector<IN, OUT> selectorInterface,
            TypeInformation<IN> inType,
            String functionName,
            boolean allowMissing) {
        return outputOf(
                selectorInterface, KeySelector.class, NO_INDEX, inType, functionName, allowMissing);
    }

    /** Of a function whose type parameters are its input and its output. */
    private static <IN, OUT> TypeInformation<OUT> outputOf(
            Function function,
            Class<?> baseClass,
            int[] lambdaOutput,
            TypeInformation<IN> inType,
            String functionName,
            boolean allowMissing) {
        return getUnaryOperatorReturnType(
                function, baseClass, 0, 1, lambdaOutput, inType, functionName, allowMissing);
    }

    /** Of a function whose type parameters are its two inputs and its output. */
    private static <IN1, IN2, OUT> TypeInformation<OUT> outputOf(
            Function function,
            Class<?> baseClass,
            int[] lambdaOutput,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type,
            String functionName,
            boolean allowMissing) {
        return getBinaryOperatorReturnType(
                function,
                baseClass,
                0,
                1,
                2,
                lambdaOutput,
                in1Type,
                in2Type,
                functionName,
                allowMissing);
    }

    /** The type of the keys a partitioner takes. */
    @PublicEvolving
    public static <T> TypeInformation<T> getPartitionerTypes(Partitioner<T> partitioner) {
        return getPartitionerTypes(partitioner, null, false);
    }

    /** The type of the keys a partitioner takes. */
    @PublicEvolving
    public static <T> TypeInformation<T> getPartitionerTypes(
            Partitioner<T> partitioner, String functionName, boolean allowMissing) {
        return getUnaryOperatorReturnType(
                partitioner,
                Partitioner.class,
                -1,
                0,
                new int[] {0},
                null,
                functionName,
                allowMissing);
    }

    /**
     * The type a function of one input returns.
     *
     * @param baseClass the interface or class that says what the function is
     * @param inputTypeArgumentIndex which type parameter of it is the input, or -1
     * @param outputTypeArgumentIndex which is the output
     * @param lambdaOutputTypeArgumentIndices where a lambda's method has the output: a parameter,
     *     then an argument of its type; {@link #NO_INDEX} if it is what the method returns
     * @param inType the type of the input; null or missing if it is not known
     * @param functionName what to call the function in messages, with the place of the call; null
     *     to find the place out
     * @param allowMissing whether an unknown type is answered by a {@link MissingTypeInfo}
     * @throws InvalidTypesException if the type cannot be found out and must not be missing
     */
    @PublicEvolving
    public static <IN, OUT> TypeInformation<OUT> getUnaryOperatorReturnType(
            Function function,
            Class<?> baseClass,
            int inputTypeArgumentIndex,
            int outputTypeArgumentIndex,
            int[] lambdaOutputTypeArgumentIndices,
            TypeInformation<IN> inType,
            String functionName,
            boolean allowMissing) {
        return returnType(
                function,
                baseClass,
                new int[] {inputTypeArgumentIndex},
                outputTypeArgumentIndex,
                lambdaOutputTypeArgumentIndices,
                new TypeInformation<?>[] {inType},
                functionName,
                allowMissing);
    }

    /** The type a function of two inputs returns; see {@link #getUnaryOperatorReturnType}. */
    @PublicEvolving
    public static <IN1, IN2, OUT> TypeInformation<OUT> getBinaryOperatorReturnType(
            Function function,
            Class<?> baseClass,
            int input1TypeArgumentIndex,
            int input2TypeArgumentIndex,
            int outputTypeArgumentIndex,
            int[] lambdaOutputTypeArgumentIndices,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type,
            String functionName,
            boolean allowMissing) {
        return returnType(
                function,
                baseClass,
                new int[] {input1TypeArgumentIndex, input2TypeArgumentIndex},
                outputTypeArgumentIndex,
                lambdaOutputTypeArgumentIndices,
                new TypeInformation<?>[] {in1Type, in2Type},
                functionName,
                allowMissing);
    }

    @SuppressWarnings("unchecked") // the type information is of what the function returns
    private static <OUT> TypeInformation<OUT> returnType(
            Function function,
            Class<?> baseClass,
            int[] inputs,
            int output,
            int[] lambdaIndices,
            TypeInformation<?>[] inputTypes,
            String functionName,
            boolean allowMissing) {
        if (function instanceof ResultTypeQueryable<?> knowing) {
            return (TypeInformation<OUT>) knowing.getProducedType();
        }
        try {
            LambdaExecutable lambda = TypeExtractionUtils.checkAndExtractLambda(function);
            if (lambda != null) {
                return (TypeInformation<OUT>)
                        new TypeReader().read(lambdaOutput(lambda, baseClass, lambdaIndices));
            }
            TypeReader reader = new TypeReader();
            for (int i = 0; i < inputs.length; i++) {
                if (inputs[i] >= 0) {
                    reader.infer(baseClass, function.getClass(), inputs[i], inputTypes[i]);
                }
            }
            return (TypeInformation<OUT>)
                    reader.readArgument(baseClass, function.getClass(), output);
        } catch (InvalidTypesException | TypeExtractionException e) {
            InvalidTypesException told = unknown(functionName, e);
            if (!allowMissing) {
                throw told;
            }
            return (TypeInformation<OUT>)
                    new MissingTypeInfo(
                            functionName != null ? functionName : Utils.getCallLocationName(),
                            told);
        }
    }

    private static Type lambdaOutput(
            LambdaExecutable lambda, Class<?> baseClass, int[] lambdaIndices) {
        if (lambdaIndices.length > 0) {
            return TypeExtractionUtils.extractTypeFromLambda(
                    baseClass,
                    lambda,
                    lambdaIndices,
                    lambda.getParameterTypes().length,
                    TypeExtractionUtils.getSingleAbstractMethod(baseClass).getParameterCount());
        }
        Type output = lambda.getReturnType();
        if (output instanceof TypeVariable) {
            output = lambda.instantiatedReturn();
        }
        TypeExtractionUtils.validateLambdaType(baseClass, output);
        return output;
    }

    private static InvalidTypesException unknown(String functionName, Exception why) {
        String place = Utils.getCallLocationName();
        String who =
                functionName == null || functionName.equals(place)
                        ? "the function given at " + place
                        : functionName.contains("(")
                                ? "the function given at " + functionName
                                : "'" + functionName + "', given at " + place + ",";
        return new InvalidTypesException(
                "The type of what "
                        + who
                        + " returns is needed, but can't be found out. "
                        + why.getMessage()
                        + " There are two ways out: say the type behind the call, such as"
                        + " .returns(Types.TUPLE(Types.STRING, Types.LONG)) or"
                        + " .returns(new TypeHint<Tuple2<String, Long>>() {}), or write the function as"
                        + " an (anonymous) class instead of a lambda.",
                why);
    }

    // ------------------------------------------------------------------------------------------
    // Which type a class is
    // ------------------------------------------------------------------------------------------

    /**
     * The type of a class.
     *
     * @throws InvalidTypesException if its type arguments would have to be known
     */
    @SuppressWarnings("unchecked") // the type information is of that class
    public static <T> TypeInformation<T> createTypeInfo(Class<T> type) {
        return (TypeInformation<T>) createTypeInfo((Type) type);
    }

    /**
     * The type information of a reflected type.
     *
     * @throws InvalidTypesException if something of it is not known
     */
    public static TypeInformation<?> createTypeInfo(Type t) {
        return new TypeReader().read(Objects.requireNonNull(t, "t"));
    }

    /**
     * What a class gives for a type parameter of one of its supertypes.
     *
     * @param instance asked first, if it is a {@link ResultTypeQueryable}; may be null
     * @param baseClass the supertype
     * @param clazz the class
     * @param returnParamPos which type parameter of the supertype
     * @throws InvalidTypesException if that cannot be found out
     */
    @PublicEvolving
    @SuppressWarnings("unchecked") // the caller names the type, as the mirrored signature has it
    public static <OUT> TypeInformation<OUT> createTypeInfo(
            Object instance, Class<?> baseClass, Class<?> clazz, int returnParamPos) {
        return instance instanceof ResultTypeQueryable<?> knowing
                ? (TypeInformation<OUT>) knowing.getProducedType()
                : createTypeInfo(baseClass, clazz, returnParamPos, null, null);
    }

    /**
     * What a class gives for a type parameter of one of its supertypes, whose first two parameters
     * are the inputs.
     *
     * @param in1Type the type of the first input, or null
     * @param in2Type the type of the second input, or null
     * @throws InvalidTypesException if that cannot be found out
     */
    @PublicEvolving
    @SuppressWarnings("unchecked") // the caller names the type, as the mirrored signature has it
    public static <IN1, IN2, OUT> TypeInformation<OUT> createTypeInfo(
            Class<?> baseClass,
            Class<?> clazz,
            int returnParamPos,
            TypeInformation<IN1> in1Type,
            TypeInformation<IN2> in2Type) {
        TypeReader reader = new TypeReader();
        reader.infer(baseClass, clazz, 0, in1Type);
        if (in2Type != null) {
            reader.infer(baseClass, clazz, 1, in2Type);
        }
        return (TypeInformation<OUT>) reader.readArgument(baseClass, clazz, returnParamPos);
    }

    /**
     * What a class gives for a type parameter of one of its supertypes; a type variable if it
     * leaves it open.
     *
     * @throws InvalidTypesException if it uses the supertype without type arguments
     */
    @PublicEvolving
    public static Type getParameterType(Class<?> baseClass, Class<?> clazz, int pos) {
        Type argument = TypeReader.argument(baseClass, clazz, pos);
        if (argument == null) {
            throw new InvalidTypesException(
                    clazz.getName()
                            + " says nothing of the type arguments of "
                            + baseClass.getName()
                            + ".");
        }
        return argument;
    }

    /** The factory registered for a class, or named by its annotation; null if there is none. */
    @Internal
    @SuppressWarnings("unchecked") // the caller names the type, as the mirrored signature has it
    public static <OUT> TypeInfoFactory<OUT> getTypeInfoFactory(Type t) {
        return TypeExtractionUtils.isClassType(t)
                ? (TypeInfoFactory<OUT>) factoryOf(TypeExtractionUtils.typeToClass(t))
                : null;
    }

    /** The factory named by a field's annotation; null if there is none. */
    @Internal
    @SuppressWarnings("unchecked") // the caller names the type, as the mirrored signature has it
    public static <OUT> TypeInfoFactory<OUT> getTypeInfoFactory(Field field) {
        TypeInfo annotation = field.getAnnotation(TypeInfo.class);
        return annotation == null ? null : (TypeInfoFactory<OUT>) newFactory(annotation.value());
    }

    static TypeInfoFactory<?> factoryOf(Class<?> type) {
        Class<? extends TypeInfoFactory<?>> registered = FACTORIES.get(type);
        if (registered != null) {
            return newFactory(registered);
        }
        if (type.getClassLoader() == null) {
            // The platform's classes can't carry it, and reading what they do carry makes proxies.
            return null;
        }
        TypeInfo annotation = type.getAnnotation(TypeInfo.class);
        return annotation == null ? null : newFactory(annotation.value());
    }

    private static TypeInfoFactory<?> newFactory(Class<?> factory) {
        try {
            return (TypeInfoFactory<?>) factory.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new InvalidTypesException(
                    "The type information factory "
                            + factory.getName()
                            + " must be public and have a public constructor without arguments that"
                            + " does not fail.",
                    e);
        }
    }

    /** The type of a class. */
    public static <X> TypeInformation<X> getForClass(Class<X> clazz) {
        return createTypeInfo(clazz);
    }

    /** Whether a class is a record. */
    @Internal
    public static boolean isRecord(Class<?> clazz) {
        return clazz.isRecord();
    }

    /**
     * The fields of a class and its superclasses that are neither static nor transient.
     *
     * @param ignoreDuplicates whether two fields of one name are fine
     * @throws InvalidTypesException if there are two fields of one name, and they are not fine
     */
    @PublicEvolving
    public static List<Field> getAllDeclaredFields(Class<?> clazz, boolean ignoreDuplicates) {
        List<Field> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Class<?> type = clazz; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())
                        || Modifier.isTransient(field.getModifiers())) {
                    continue;
                }
                if (!names.add(field.getName()) && !ignoreDuplicates) {
                    throw new InvalidTypesException(
                            "The field '"
                                    + field.getName()
                                    + "' of "
                                    + type.getName()
                                    + " is declared again in a subclass; rename one of them.");
                }
                fields.add(field);
            }
        }
        return fields;
    }

    /** The field of that name in a class or its superclasses; null if there is none. */
    @PublicEvolving
    public static Field getDeclaredField(Class<?> clazz, String name) {
        for (Field field : getAllDeclaredFields(clazz, true)) {
            if (field.getName().equals(name)) {
                return field;
            }
        }
        return null;
    }

    /**
     * The type of a value; of a tuple by its fields' values.
     *
     * @throws InvalidTypesException if the value, or a field of a tuple, is null
     */
    @SuppressWarnings("unchecked") // the type information is of the value's class
    public static <X> TypeInformation<X> getForObject(X value) {
        if (value == null) {
            throw new InvalidTypesException(
                    "A null value does not tell its type; say the type instead, for example with"
                            + " fromCollection(values, typeInformation).");
        }
        if (value instanceof Tuple tuple
                && tuple.getClass() == Tuple.getTupleClass(tuple.getArity())) {
            TypeInformation<?>[] fields = new TypeInformation<?>[tuple.getArity()];
            Arrays.setAll(fields, i -> getForObject(tuple.getField(i)));
            return (TypeInformation<X>) new TupleTypeInfo<>(fields);
        }
        if (value instanceof Row row && row.getFieldNames(false) == null && isFull(row)) {
            TypeInformation<?>[] fields = new TypeInformation<?>[row.getArity()];
            Arrays.setAll(fields, i -> getForObject(row.getField(i)));
            Object ofRow = new RowTypeInfo(fields); // so it is not loaded to verify this class
            return (TypeInformation<X>) ofRow;
        }
        return (TypeInformation<X>) createTypeInfo((Type) value.getClass());
    }

    /** A field that is null does not tell its type, and then Kryo has to do for the row. */
    private static boolean isFull(Row row) {
        for (int i = 0; i < row.getArity(); i++) {
            if (row.getField(i) == null) {
                return false;
            }
        }
        return true;
    }
}
