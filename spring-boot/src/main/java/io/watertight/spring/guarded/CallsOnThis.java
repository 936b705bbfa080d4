// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.springframework.asm.Opcodes.*;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Follows {@code this} through the operand stack of one method, to tell the calls on it from those on other objects of the
 * same class, for instance on a reference to the bean's proxy. What is loaded from a local variable or a field counts as
 * another object, so what is found here is certain, and not everything is found.
 */
class CallsOnThis extends MethodVisitor {
    /** Told of each call on {@code this}. */
    @FunctionalInterface
    interface Found {
        void call(int line, String callee, String descriptor, boolean later, boolean special);
    }

    private final boolean hasThis;
    private final @Nullable String outer;
    private final Found found;
    private final Map<Label, OperandStack> atJumps = new HashMap<>();
    private @Nullable OperandStack stack = new OperandStack(); // null: not known here
    private int line;

    /** With the class whose nested class this is in, whose object is then meant by {@code this}; null outside of one. */
    CallsOnThis(int access, @Nullable String outer, Found found) {
        super(SpringAsmInfo.ASM_VERSION);
        this.hasThis = (access & ACC_STATIC) == 0;
        this.outer = outer;
        this.found = found;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
    }

    @Override
    public void visitLabel(Label label) {
        OperandStack jumped = atJumps.get(label);
        if (stack == null && jumped != null) {
            stack = jumped.copy();
        }
    }

    /** Where the stack is not known, at the start of a handler or of a loop's body, its size is told here. */
    @Override
    public void visitFrame(int kind, int locals, Object @Nullable [] local, int size, Object @Nullable [] types) {
        if (stack == null) {
            stack = new OperandStack();
            stack.push(places(size, types));
        }
    }

    static int places(int size, Object @Nullable [] types) {
        int places = 0;
        for (int i = 0; i < size && types != null; i++) {
            places += LONG.equals(types[i]) || DOUBLE.equals(types[i]) ? 2 : 1;
        }
        return places;
    }

    /** How many places are taken, or -1 where that is not known. */
    int stackSize() {
        return stack == null ? -1 : stack.size();
    }

    @Override
    public void visitInsn(int opcode) {
        if (stack != null) {
            stack.apply(opcode);
        }
        if ((opcode >= IRETURN && opcode <= RETURN) || opcode == ATHROW) {
            stack = null;
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        replace(opcode == NEWARRAY ? 1 : 0, 1);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        if (stack != null) {
            if (opcode == ALOAD && variable == 0 && hasThis && outer == null) {
                stack.pushThis();
            } else if (opcode != RET) {
                stack.apply(opcode);
            }
        }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == NEW) {
            replace(0, 1);
        } else if (opcode != CHECKCAST) { // which leaves the same object
            replace(1, 1);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        int size = Type.getType(descriptor).getSize();
        switch (opcode) {
            case GETSTATIC -> replace(0, size);
            case PUTSTATIC -> replace(size, 0);
            case PUTFIELD -> replace(size + 1, 0);
            default -> {
                replace(1, size);
                boolean isOuter = name.startsWith("this$") && descriptor.equals("L" + outer + ";");
                if (isOuter && stack != null) {
                    stack.pop(1);
                    stack.pushThis();
                }
            }
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        int arguments = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1;
        boolean onObject = opcode != INVOKESTATIC;
        if (onObject && stack != null && stack.isThis(arguments) && !name.equals("<init>")) {
            found.call(line, name, descriptor, false, opcode == INVOKESPECIAL);
        }
        replace(arguments + (onObject ? 1 : 0), Type.getReturnType(descriptor).getSize());
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... constants) {
        int arguments = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1;
        if (stack != null && arguments > 0 && stack.isThis(arguments - 1)) {
            for (Object constant : constants) {
                if (constant instanceof Handle handle && handle.getTag() != H_INVOKESTATIC) {
                    found.call(line, handle.getName(), handle.getDesc(), true, false);
                }
            }
        }
        replace(arguments, Type.getReturnType(descriptor).getSize());
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        replace(OperandStack.jumpPops(opcode), opcode == JSR ? 1 : 0);
        jump(label);
        if (opcode == GOTO) {
            stack = null;
        }
    }

    @Override
    public void visitLdcInsn(Object value) {
        replace(0, value instanceof Long || value instanceof Double ? 2 : 1);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        choose(otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        choose(otherwise, labels);
    }

    private void choose(Label otherwise, Label[] labels) {
        replace(1, 0);
        jump(otherwise);
        for (Label label : labels) {
            jump(label);
        }
        stack = null;
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        replace(dimensions, 1);
    }

    private void jump(Label label) {
        if (stack != null) {
            atJumps.putIfAbsent(label, stack.copy());
        }
    }

    private void replace(int popped, int pushed) {
        if (stack != null) {
            stack.pop(popped);
            stack.push(pushed);
        }
    }
}
