// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.typeinfo.BasicArrayTypeInfo;
import io.millrace.api.common.typeinfo.BasicTypeInfo;
import io.millrace.api.common.typeinfo.TypeInfoFactory;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.tuple.Tuple0;
import io.millrace.types.Value;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns Java's reflected types into type informations.
 *
 * <p>The hard part is type variables. A {@link Scope} says what the variables of one class stand
 * for, each as a type together with the scope in which that type was written, so that nothing has
 * to be substituted: a variable is looked up when it is met, in the place where it was bound. Going
 * from a class to its superclass, or from a field's declared type to that type's own fields, makes
 * a new scope. Variables that no scope binds are those of the function's own class; they are {@link
 * #infer inferred} from the types of its inputs.
 *
 * <p>One reader serves one question, by one thread.
 */
final class TypeReader {

    /** What type variables stand for: a type and the scope it is written in. */
    private static final class Scope {
        static final Scope EMPTY = new Scope(Map.of());

        final Map<TypeVariable<?>, Bound> bounds;

        Scope(Map<TypeVariable<?>, Bound> bounds) {
            this.bounds = bounds;
        }

        /**
         * The scope inside of a class as it is used by that type, which is written in this scope.
         */
        Scope of(Type type) {
            if (!(type instanceof ParameterizedType used)) {
                return EMPTY;
            }
            Map<TypeVariable<?>, Bound> inner = new HashMap<>();
            TypeVariable<?>[] variables = ((Class<?>) used.getRawType()).getTypeParameters();
            Type[] arguments = used.getActualTypeArguments();
            for (int i = 0; i < variables.length; i++) {
                inner.put(variables[i], new Bound(arguments[i], this));
            }
            if (used.getOwnerType() instanceof ParameterizedType owner) {
                inner.putAll(of(owner).bounds);
            }
            return new Scope(inner);
        }

        /**
         * Follows variables until there is a type that is none, or a variable nothing is known of.
         */
        Bound resolve(Type type) {
            Bound at = new Bound(type, this);
            while (at.type() instanceof TypeVariable<?> variable) {
                Bound next = at.scope().bounds.get(variable);
                if (next == null) {
                    break;
                }
                at = next;
            }
            return at;
        }
    }

    private record Bound(Type type, Scope scope) {}

    private final Map<TypeVariable<?>, TypeInformation<?>> inferred = new HashMap<>();
    private final Set<Class<?>> open = new HashSet<>();

    /** The type information of a type. */
    TypeInformation<?> read(Type type) {
        return read(type, Scope.EMPTY);
    }

    /**
     * The type information of what a class gives for a parameter of one of its supertypes.
     *
     * @throws InvalidTypesException if that cannot be found out
     */
    TypeInformation<?> readArgument(Class<?> base, Class<?> type, int position) {
        Bound argument = argument(type, Scope.EMPTY, base, position);
        if (argument == null) {
            throw new InvalidTypesException(
                    type.getName()
                            + " uses "
                            + base.getSimpleName()
                            + " without type arguments, so that they are not known.");
        }
        return read(argument.type(), argument.scope());
    }

    /** What a class gives for a parameter of one of its supertypes; null if it gives nothing. */
    static Type argument(Class<?> base, Class<?> type, int position) {
        Bound argument = argument(type, Scope.EMPTY, base, position);
        return argument == null ? null : argument.scope().resolve(argument.type()).type();
    }

    private static Bound argument(Type from, Scope scope, Class<?> base, int position) {
        if (TypeExtractionUtils.getRawClass(from) == base) {
            return from instanceof ParameterizedType used
                    ? new Bound(used.getActualTypeArguments()[position], scope)
                    : null;
        }
        Class<?> type = TypeExtractionUtils.getRawClass(from);
        Scope inside = scope.of(from);
        for (Type next : type.getGenericInterfaces()) {
            if (base.isAssignableFrom(TypeExtractionUtils.getRawClass(next))) {
                return argument(next, inside, base, position);
            }
        }
        Type parent = type.getGenericSuperclass();
        return parent != null && base.isAssignableFrom(TypeExtractionUtils.getRawClass(parent))
                ? argument(parent, inside, base, position)
                : null;
    }

    /** Learns type variables of a function's class from the type of an input. */
    void infer(Class<?> base, Class<?> type, int position, TypeInformation<?> input) {
        if (input == null || input instanceof MissingTypeInfo) {
            return;
        }
        Bound argument = argument(type, Scope.EMPTY, base, position);
        if (argument != null) {
            infer(argument.type(), argument.scope(), input);
        }
    }

    private void infer(Type declared, Scope scope, TypeInformation<?> actual) {
        Bound bound = scope.resolve(declared);
        Type type = bound.type();
        if (type instanceof TypeVariable<?> variable) {
            inferred.putIfAbsent(variable, actual);
        } else if (type instanceof GenericArrayType array) {
            if (actual instanceof ObjectArrayTypeInfo<?, ?> objects) {
                infer(array.getGenericComponentType(), bound.scope(), objects.getComponentInfo());
            } else if (actual instanceof BasicArrayTypeInfo<?, ?> basics) {
                infer(array.getGenericComponentType(), bound.scope(), basics.getComponentInfo());
            }
        } else if (type instanceof ParameterizedType used) {
            inferArguments(used, bound.scope(), actual);
        }
    }

    private void inferArguments(ParameterizedType used, Scope scope, TypeInformation<?> actual) {
        Class<?> raw = (Class<?>) used.getRawType();
        Type[] arguments = used.getActualTypeArguments();
        if (actual instanceof TupleTypeInfo<?> tuple && Tuple.class.isAssignableFrom(raw)) {
            for (int i = 0; i < tuple.getArity(); i++) {
                Bound field = argument(used, scope, Tuple.getTupleClass(tuple.getArity()), i);
                if (field != null) {
                    infer(field.type(), field.scope(), tuple.getTypeAt(i));
                }
            }
        } else if (actual instanceof ListTypeInfo<?> list && raw == List.class) {
            infer(arguments[0], scope, list.getElementTypeInfo());
        } else if (actual instanceof MapTypeInfo<?, ?> map && raw == Map.class) {
            infer(arguments[0], scope, map.getKeyTypeInfo());
            infer(arguments[1], scope, map.getValueTypeInfo());
        } else if (actual instanceof PojoTypeInfo<?> pojo && raw == pojo.getTypeClass()) {
            Scope inside = scope.of(used);
            for (int i = 0; i < pojo.getArity(); i++) {
                PojoField field = pojo.getPojoFieldAt(i);
                if (field.getField().getDeclaringClass() == raw) {
                    infer(field.getField().getGenericType(), inside, field.getTypeInformation());
                }
            }
        } else {
            TypeVariable<?>[] variables = raw.getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                TypeInformation<?> known =
                        actual.getGenericParameters().get(variables[i].getName());
                if (known != null) {
                    infer(arguments[i], scope, known);
                }
            }
        }
    }

    private TypeInformation<?> read(Type declared, Scope scope) {
        Bound bound = scope.resolve(declared);
        Type type = bound.type();
        if (type instanceof TypeVariable<?> variable) {
            TypeInformation<?> known = inferred.get(variable);
            if (known == null) {
                throw new InvalidTypesException(
                        "The type variable "
                                + variable.getName()
                                + " of "
                                + variable.getGenericDeclaration()
                                + " is not known here.");
            }
            return known;
        } else if (type instanceof WildcardType wildcard) {
            return read(wildcard.getUpperBounds()[0], bound.scope());
        } else if (type instanceof GenericArrayType array) {
            return RareTypes.arrayOf(read(array.getGenericComponentType(), bound.scope()));
        }
        return readClass(type, TypeExtractionUtils.typeToClass(type), bound.scope());
    }

    private TypeInformation<?> readClass(Type type, Class<?> raw, Scope scope) {
        TypeInformation<?> made = fromFactory(type, raw, scope);
        if (made != null) {
            return made;
        }
        if (raw == Object.class || raw == Class.class) {
            return RareTypes.generic(raw);
        }
        TypeInformation<?> simple = simple(raw);
        if (simple != null) {
            return simple;
        } else if (raw.isArray()) {
            TypeInformation<?> component = read(raw.getComponentType(), scope);
            return RareTypes.array(raw, component);
        } else if (Value.class.isAssignableFrom(raw) && raw != Value.class) {
            return RareTypes.value(raw);
        } else if (Tuple.class.isAssignableFrom(raw)) {
            TypeInformation<?> tuple = readTuple(type, raw, scope);
            if (tuple != null) {
                return tuple;
            }
        } else if (Enum.class.isAssignableFrom(raw) && raw != Enum.class) {
            return RareTypes.enumOf(raw);
        } else if (raw == List.class && type instanceof ParameterizedType used) {
            return RareTypes.list(read(used.getActualTypeArguments()[0], scope));
        } else if (raw == Map.class && type instanceof ParameterizedType used) {
            return RareTypes.map(
                    read(used.getActualTypeArguments()[0], scope),
                    read(used.getActualTypeArguments()[1], scope));
        }
        TypeInformation<?> foreign = ForeignFamilies.find(raw);
        if (foreign != null) {
            return foreign;
        }
        TypeInformation<?> pojo = readPojo(type, raw, scope);
        return pojo != null ? pojo : RareTypes.generic(raw);
    }

    private static TypeInformation<?> simple(Class<?> raw) {
        TypeInformation<?> basic = BasicTypeInfo.getInfoFor(raw);
        if (basic == null && raw.isArray()) {
            return RareTypes.arrayOfSimple(raw);
        } else if (basic == null && isOfTimes(raw)) {
            return RareTypes.time(raw);
        }
        return basic;
    }

    private static boolean isOfTimes(Class<?> raw) {
        String name = raw.getName();
        return name.startsWith("java.sql.") || name.startsWith("java.time.");
    }

    /** A type information that the class itself, or its registration, asks for. */
    private TypeInformation<?> fromFactory(Type type, Class<?> raw, Scope scope) {
        Type at = type;
        Scope inside = scope;
        while (at != null) {
            Class<?> owner = TypeExtractionUtils.getRawClass(at);
            TypeInfoFactory<?> factory = TypeExtractor.factoryOf(owner);
            if (factory != null) {
                return make(factory, at, inside, raw.getName());
            }
            inside = inside.of(at);
            at = owner.getGenericSuperclass();
        }
        return null;
    }

    private TypeInformation<?> make(
            TypeInfoFactory<?> factory, Type type, Scope scope, String forWhat) {
        Map<String, TypeInformation<?>> parameters = new LinkedHashMap<>();
        Scope inside = scope.of(type);
        for (TypeVariable<?> variable : TypeExtractionUtils.getRawClass(type).getTypeParameters()) {
            TypeInformation<?> known;
            try {
                known = read(variable, inside);
            } catch (InvalidTypesException e) {
                // The contract of factories: null for what is not known.
                known = null;
            }
            parameters.put(variable.getName(), known);
        }
        TypeInformation<?> made = factory.createTypeInfo(type, parameters);
        if (made == null) {
            throw new InvalidTypesException(
                    "The factory "
                            + factory.getClass().getName()
                            + " gave no type information for "
                            + forWhat
                            + ".");
        }
        return made;
    }

    /** A tuple by its fields; null if a subclass has fields of its own. */
    private TypeInformation<?> readTuple(Type type, Class<?> raw, Scope scope) {
        if (raw == Tuple0.class) {
            return new TupleTypeInfo<>();
        }
        Class<?> own = raw;
        while (own != Object.class && own.getPackage() != Tuple.class.getPackage()) {
            if (hasFields(own)) {
                return null;
            }
            own = own.getSuperclass();
        }
        if (own == Tuple.class) {
            throw new InvalidTypesException(
                    "Tuple is too general to be a type; use Tuple1 to Tuple25.");
        }
        TypeInformation<?>[] fields = new TypeInformation<?>[own.getTypeParameters().length];
        for (int i = 0; i < fields.length; i++) {
            Bound field = argument(type, scope, own, i);
            if (field == null) {
                throw new InvalidTypesException(
                        "The types of the fields of "
                                + raw.getSimpleName()
                                + " are not known where it is used without type arguments.");
            }
            fields[i] = read(field.type(), field.scope());
        }
        return tuple(raw, fields);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // checked to be a tuple
    private static TypeInformation<?> tuple(Class<?> raw, TypeInformation<?>[] fields) {
        return new TupleTypeInfo(raw, fields);
    }

    private static boolean hasFields(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())
                    && !Modifier.isTransient(field.getModifiers())) {
                return true;
            }
        }
        return false;
    }

    /** A POJO or record by its fields; null if it is none, or is met again inside of itself. */
    private TypeInformation<?> readPojo(Type type, Class<?> raw, Scope scope) {
        List<Field> fields = PojoRules.fields(raw);
        if (fields == null || !open.add(raw)) {
            return null;
        }
        try {
            List<PojoField> known = new ArrayList<>();
            for (Field field : fields) {
                known.add(new PojoField(field, readField(type, field, scope)));
            }
            return new PojoTypeInfo<>(raw, known);
        } finally {
            open.remove(raw);
        }
    }

    private TypeInformation<?> readField(Type owner, Field field, Scope scope) {
        Type at = owner;
        Scope inside = scope.of(owner);
        while (TypeExtractionUtils.getRawClass(at) != field.getDeclaringClass()) {
            at = TypeExtractionUtils.getRawClass(at).getGenericSuperclass();
            inside = inside.of(at);
        }
        Type type = field.getGenericType();
        try {
            TypeInfoFactory<?> factory = TypeExtractor.getTypeInfoFactory(field);
            return factory != null
                    ? make(factory, type, inside, field.toString())
                    : read(type, inside);
        } catch (InvalidTypesException e) {
            // A field of unknown type is no reason to give up the others.
            return RareTypes.generic(TypeExtractionUtils.getRawClass(type));
        }
    }
}
