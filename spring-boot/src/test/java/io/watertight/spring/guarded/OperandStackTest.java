// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.context.ApplicationContext;

/** The stack that is followed has the size that the compiler has written into the class file. */
class OperandStackTest {
    @Test
    void agreesWithTheFramesOfSomeThousandMethods() throws Exception {
        List<String> wrong = new ArrayList<>();
        int[] frames = {0};
        for (Class<?> of :
                new Class<?>[] {ApplicationContext.class, ClassReader.class, reactor.core.publisher.Flux.class}) {
            String jar = of.getProtectionDomain().getCodeSource().getLocation().getPath();
            try (var file = new ZipFile(jar)) {
                for (var entry : file.stream()
                        .filter(e -> e.getName().endsWith(".class"))
                        .toList()) {
                    try (InputStream bytes = file.getInputStream(entry)) {
                        check(bytes, entry.getName(), wrong, frames);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(frames[0]).isGreaterThan(10_000);
    }

    private static void check(InputStream bytes, String name, List<String> wrong, int[] frames) throws IOException {
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(SpringAsmInfo.ASM_VERSION) {
                            @Override
                            public @Nullable MethodVisitor visitMethod(
                                    int access,
                                    String method,
                                    String descriptor,
                                    @Nullable String signature,
                                    String @Nullable [] exceptions) {
                                String where = name + "#" + method + descriptor;
                                return new CallsOnThis(access, null, (line, callee, desc, later, special) -> {}) {
                                    @Override
                                    public void visitFrame(
                                            int kind,
                                            int locals,
                                            Object @Nullable [] local,
                                            int size,
                                            Object @Nullable [] types) {
                                        int known = stackSize();
                                        super.visitFrame(kind, locals, local, size, types);
                                        frames[0]++;
                                        if (known >= 0 && known != sizeOf(size, types)) {
                                            wrong.add(where + ": " + known + " instead of " + sizeOf(size, types));
                                        }
                                    }
                                };
                            }
                        },
                        0);
    }

    private static int sizeOf(int size, Object @Nullable [] types) {
        return CallsOnThis.places(size, types);
    }
}
