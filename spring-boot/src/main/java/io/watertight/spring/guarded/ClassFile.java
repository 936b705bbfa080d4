// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;

/** The class file of a part of a bean's class: which of the bean's methods it calls on the bean itself. */
final class ClassFile extends ClassVisitor {
    /**
     * A call whose receiver is the bean.
     *
     * @param inClass the class that calls
     * @param source its file
     * @param line the line, or 0
     * @param callerName the method that calls
     * @param callerDescriptor its descriptor
     * @param calleeName the method that is called
     * @param calleeDescriptor its descriptor
     * @param later whether it may happen after the caller has returned: a method reference, a lambda, another object
     * @param special whether it is a call of {@code super}, or of a private method in older class files
     */
    record Call(
            String inClass,
            String source,
            int line,
            String callerName,
            String callerDescriptor,
            String calleeName,
            String calleeDescriptor,
            boolean later,
            boolean special) {
        private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.+)\\$\\d+");

        String caller() {
            return callerName + callerDescriptor;
        }

        String callee() {
            return calleeName + calleeDescriptor;
        }

        /** An override that goes on to what it overrides is one call, not two. */
        boolean isSuperOfItself() {
            return special && caller().equals(callee());
        }

        /** For instance {@code com.acme.Inventory.refresh}. */
        String place() {
            Matcher lambda = LAMBDA.matcher(callerName);
            String method = callerName.equals("<init>") ? "the constructor" : callerName;
            return inClass.replace('/', '.') + ": " + (lambda.matches() ? "a lambda of " + lambda.group(1) : method);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Guarded.class);

    private final Class<?> bean;
    private final List<Call> calls;
    private final Set<String> seen;
    private final List<String> nested = new ArrayList<>();
    private String name = "";
    private String source = "?";
    private boolean isNested;
    private @Nullable String enclosingMethod;
    private String enclosingDescriptor = "";

    private ClassFile(Class<?> bean, List<Call> calls, Set<String> seen) {
        super(SpringAsmInfo.ASM_VERSION);
        this.bean = bean;
        this.calls = calls;
        this.seen = seen;
    }

    /**
     * Returns the calls on the bean itself in a class and the classes nested in it. A class file that cannot be read has
     * none: nothing is known of it.
     *
     * @param part the bean's class, or one of its superclasses and interfaces
     * @return the calls, in the order of the code
     */
    static List<Call> callsOnThis(Class<?> part) {
        List<Call> calls = new ArrayList<>();
        read(part.getName().replace('.', '/'), part, false, calls, new HashSet<>());
        return calls;
    }

    private static void read(String name, Class<?> bean, boolean isNested, List<Call> calls, Set<String> seen) {
        if (!seen.add(name)) {
            return;
        }
        ClassLoader loader = bean.getClassLoader();
        if (loader == null) {
            return; // the JDK's own
        }
        var file = new ClassFile(bean, calls, seen);
        file.isNested = isNested;
        try (InputStream bytes = loader.getResourceAsStream(name + ".class")) {
            if (bytes != null) {
                new ClassReader(bytes).accept(file, 0);
            }
        } catch (IOException | IllegalArgumentException unreadable) {
            LOG.debug("{} could not be read, so self-invocations in it are not reported", name, unreadable);
        }
    }

    @Override
    public void visit(
            int version,
            int access,
            String internalName,
            @Nullable String signature,
            @Nullable String superName,
            String @Nullable [] interfaces) {
        name = internalName;
    }

    @Override
    public void visitSource(@Nullable String file, @Nullable String debug) {
        source = Objects.requireNonNullElse(file, "?");
    }

    @Override
    public void visitOuterClass(String owner, @Nullable String method, @Nullable String descriptor) {
        enclosingMethod = method;
        enclosingDescriptor = Objects.requireNonNullElse(descriptor, "");
    }

    @Override
    public void visitInnerClass(String inner, @Nullable String outer, @Nullable String simpleName, int access) {
        if (inner.startsWith(name + "$")) {
            nested.add(inner);
        }
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String method, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        String beanName = bean.getName().replace('.', '/');
        return new CallsOnThis(
                access,
                isNested ? beanName : null,
                (line, callee, calleeDescriptor, later, special) -> calls.add(new Call(
                        name,
                        source,
                        line,
                        isNested ? Objects.requireNonNullElse(enclosingMethod, method) : method,
                        isNested ? enclosingDescriptor : descriptor,
                        callee,
                        calleeDescriptor,
                        later || isNested,
                        special)));
    }

    @Override
    public void visitEnd() {
        nested.forEach(inner -> read(inner, bean, true, calls, seen));
    }
}
