// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.springframework.asm.Opcodes.*;

import java.util.Arrays;

/** The operand stack of a method as far as it matters where {@code this} is in it. A long or a double takes two places. */
final class OperandStack {
    private static final int[] POPS = new int[256];
    private static final int[] PUSHES = new int[256];

    static {
        effect(ACONST_NULL, ICONST_5, 0, 1);
        effect(LCONST_0, LCONST_1, 0, 2);
        effect(FCONST_0, FCONST_2, 0, 1);
        effect(DCONST_0, DCONST_1, 0, 2);
        effect(ILOAD, ALOAD, 0, 1);
        wide(LLOAD, 0, 2);
        wide(DLOAD, 0, 2);
        effect(IALOAD, SALOAD, 2, 1);
        wide(LALOAD, 2, 2);
        wide(DALOAD, 2, 2);
        effect(ISTORE, ASTORE, 1, 0);
        wide(LSTORE, 2, 0);
        wide(DSTORE, 2, 0);
        effect(IASTORE, SASTORE, 3, 0);
        wide(LASTORE, 4, 0);
        wide(DASTORE, 4, 0);
        effect(POP, POP, 1, 0);
        effect(POP2, POP2, 2, 0);
        for (int opcode = IADD; opcode <= DREM; opcode++) {
            boolean wide = (opcode - IADD) % 2 == 1; // int, long, float, double in turn
            wide(opcode, wide ? 4 : 2, wide ? 2 : 1);
        }
        for (int opcode = ISHL; opcode <= LUSHR; opcode++) {
            boolean wide = (opcode - ISHL) % 2 == 1;
            wide(opcode, wide ? 3 : 2, wide ? 2 : 1);
        }
        for (int opcode = IAND; opcode <= LXOR; opcode++) {
            boolean wide = (opcode - IAND) % 2 == 1;
            wide(opcode, wide ? 4 : 2, wide ? 2 : 1);
        }
        for (int opcode : new int[] {I2L, I2D, F2L, F2D}) {
            wide(opcode, 1, 2);
        }
        for (int opcode : new int[] {L2I, L2F, D2I, D2F}) {
            wide(opcode, 2, 1);
        }
        wide(LCMP, 4, 1);
        effect(FCMPL, FCMPG, 2, 1);
        effect(DCMPL, DCMPG, 4, 1);
        effect(ARRAYLENGTH, ARRAYLENGTH, 1, 1);
        effect(MONITORENTER, MONITOREXIT, 1, 0);
    }

    private boolean[] isThis = new boolean[8];
    private int size;

    private static void effect(int first, int last, int pops, int pushes) {
        for (int opcode = first; opcode <= last; opcode++) {
            wide(opcode, pops, pushes);
        }
    }

    private static void wide(int opcode, int pops, int pushes) {
        POPS[opcode] = pops;
        PUSHES[opcode] = pushes;
    }

    static int jumpPops(int opcode) {
        return switch (opcode) {
            case GOTO, JSR -> 0;
            case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE, IF_ACMPEQ, IF_ACMPNE -> 2;
            default -> 1;
        };
    }

    OperandStack copy() {
        var copy = new OperandStack();
        copy.isThis = isThis.clone();
        copy.size = size;
        return copy;
    }

    int size() {
        return size;
    }

    /** Whether {@code this} is so many places below the top. */
    boolean isThis(int below) {
        return size > below && isThis[size - 1 - below];
    }

    void push(int places) {
        for (int i = 0; i < places; i++) {
            push(false);
        }
    }

    void pushThis() {
        push(true);
    }

    private void push(boolean value) {
        if (size == isThis.length) {
            isThis = Arrays.copyOf(isThis, size * 2);
        }
        isThis[size++] = value;
    }

    void pop(int places) {
        size = Math.max(0, size - places);
    }

    /** Applies an instruction whose operands are its own. */
    void apply(int opcode) {
        switch (opcode) {
            case DUP -> copyDown(1, 0);
            case DUP_X1 -> copyDown(1, 1);
            case DUP_X2 -> copyDown(1, 2);
            case DUP2 -> copyDown(2, 0);
            case DUP2_X1 -> copyDown(2, 1);
            case DUP2_X2 -> copyDown(2, 2);
            case SWAP -> {
                copyDown(1, 1);
                pop(1);
            }
            default -> {
                pop(POPS[opcode]);
                push(PUSHES[opcode]);
            }
        }
    }

    /** Copies the top places to below as many others. */
    private void copyDown(int count, int below) {
        boolean[] top = Arrays.copyOfRange(isThis, Math.max(0, size - count), size);
        boolean[] middle = Arrays.copyOfRange(isThis, Math.max(0, size - count - below), Math.max(0, size - count));
        pop(count + below);
        for (boolean[] part : new boolean[][] {top, middle, top}) {
            for (boolean one : part) {
                push(one);
            }
        }
    }
}
