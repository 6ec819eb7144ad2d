// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.mutate.TwinMutant.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The instructions of a class that a mutant may change, and the class with one of them changed. */
final class TwinCode {
    private static final String REACHED = Type.getInternalName(TwinReach.class);
    private static final int LONG = 1; // distance from the instruction for int to that for long
    private static final int INTS = 5; // ICONST_M1 to ICONST_4: the next constant is the next instruction

    /** Each comparison and its opposite. */
    private static final Map<Integer, Integer> OPPOSITE = both(
            Opcodes.IFEQ, Opcodes.IFNE,
            Opcodes.IFLT, Opcodes.IFGE,
            Opcodes.IFGT, Opcodes.IFLE,
            Opcodes.IF_ICMPEQ, Opcodes.IF_ICMPNE,
            Opcodes.IF_ICMPLT, Opcodes.IF_ICMPGE,
            Opcodes.IF_ICMPGT, Opcodes.IF_ICMPLE,
            Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE,
            Opcodes.IFNULL, Opcodes.IFNONNULL);

    /** Each order and the one with the other answer for equal operands. */
    private static final Map<Integer, Integer> EQUAL = both(
            Opcodes.IFLT, Opcodes.IFLE,
            Opcodes.IFGE, Opcodes.IFGT,
            Opcodes.IF_ICMPLT, Opcodes.IF_ICMPLE,
            Opcodes.IF_ICMPGE, Opcodes.IF_ICMPGT);

    /** Operations on ints; those on longs follow each. */
    private static final Map<Integer, Integer> OTHER = Map.of(
            Opcodes.IADD, Opcodes.ISUB,
            Opcodes.ISUB, Opcodes.IADD,
            Opcodes.IMUL, Opcodes.IADD,
            Opcodes.IDIV, Opcodes.IMUL,
            Opcodes.IREM, Opcodes.IMUL,
            Opcodes.IAND, Opcodes.IOR,
            Opcodes.IOR, Opcodes.IAND,
            Opcodes.IXOR, Opcodes.IAND,
            Opcodes.ISHL, Opcodes.IUSHR,
            Opcodes.IUSHR, Opcodes.ISHL);

    private static final Set<Integer> STORES = Set.of(
            Opcodes.IASTORE, Opcodes.LASTORE, Opcodes.BASTORE, Opcodes.CASTORE, Opcodes.SASTORE, Opcodes.PUTFIELD);

    private TwinCode() {}

    private static Map<Integer, Integer> both(final int... pairs) {
        final Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
            map.put(pairs[i + 1], pairs[i]);
        }
        return Map.copyOf(map);
    }

    private static ClassNode read(final byte[] code) {
        final ClassNode type = new ClassNode();
        new ClassReader(code).accept(type, 0);
        return type;
    }

    /** Returns each possible mutant of a class, with the number 0, in the order of the file. */
    static List<TwinMutant> mutants(final byte[] code) {
        final ClassNode type = read(code);
        final String name = type.name.replace('/', '.');
        final List<TwinMutant> all = new ArrayList<>();
        for (final MethodNode method : type.methods) {
            if ((method.access & (Opcodes.ACC_BRIDGE | Opcodes.ACC_ABSTRACT)) != 0 || isOfEnum(type, method)) {
                continue;
            }
            int line = 0;
            AbstractInsnNode skip = asserts(method);
            for (int i = 0; i < method.instructions.size(); i++) {
                final AbstractInsnNode at = method.instructions.get(i);
                if (at instanceof LineNumberNode number) {
                    line = number.line;
                }
                if (skip == null && asksForAsserts(at)) {
                    skip = ((JumpInsnNode) at.getNext()).label;
                }
                if (skip == at) {
                    skip = null;
                } else if (skip == null) {
                    for (final Kind kind : kinds(at)) {
                        all.add(new TwinMutant(0, name, method.name + method.desc, i, line, kind));
                    }
                }
            }
        }
        return all;
    }

    private static boolean isOfEnum(final ClassNode type, final MethodNode method) {
        return (type.access & Opcodes.ACC_ENUM) != 0
                && (method.name.equals("values") || method.name.equals("valueOf") || method.name.equals("$values"));
    }

    /** Returns the end of the code that finds out whether assertions are on, which begins the method, or null. */
    private static AbstractInsnNode asserts(final MethodNode method) {
        for (final AbstractInsnNode at : method.instructions) {
            if (at.getOpcode() == Opcodes.PUTSTATIC && ((FieldInsnNode) at).name.equals("$assertionsDisabled")) {
                return at;
            }
        }
        return null;
    }

    /** Tells whether the code that follows is an assertion, which is off where the twin is used. */
    private static boolean asksForAsserts(final AbstractInsnNode at) {
        return at.getOpcode() == Opcodes.GETSTATIC
                && ((FieldInsnNode) at).name.equals("$assertionsDisabled")
                && at.getNext() instanceof JumpInsnNode;
    }

    private static List<Kind> kinds(final AbstractInsnNode at) {
        final int op = at.getOpcode();
        final List<Kind> kinds = new ArrayList<>();
        if (OPPOSITE.containsKey(op)) {
            kinds.add(Kind.NEGATE);
        }
        if (EQUAL.containsKey(op)) {
            kinds.add(Kind.BOUNDARY);
        }
        if (operator(op) >= 0) {
            kinds.add(Kind.OPERATOR);
        }
        if (larger(at) != null) {
            kinds.add(Kind.CONSTANT);
        }
        if (op == Opcodes.IINC) {
            kinds.add(Kind.STEP);
        }
        if (at instanceof MethodInsnNode call
                && Type.getReturnType(call.desc) == Type.VOID_TYPE
                && !call.name.equals("<init>")) {
            kinds.add(Kind.CALL);
        }
        if (STORES.contains(op)) {
            kinds.add(Kind.STORE);
        }
        if (op == Opcodes.IRETURN || op == Opcodes.LRETURN) {
            kinds.add(Kind.RETURN);
        }
        return kinds;
    }

    private static int operator(final int op) {
        final Integer other = OTHER.get(op);
        if (other != null) {
            return other;
        }
        final Integer ofLongs = OTHER.get(op - LONG);
        return ofLongs == null ? -1 : ofLongs + LONG;
    }

    /** Returns the instruction for a constant that is larger by 1, or null if this is none for a constant. */
    private static AbstractInsnNode larger(final AbstractInsnNode at) {
        final int op = at.getOpcode();
        if (op >= Opcodes.ICONST_M1 && op <= Opcodes.ICONST_M1 + INTS) {
            return new InsnNode(op + 1);
        }
        if (op == Opcodes.ICONST_5) {
            return new IntInsnNode(Opcodes.BIPUSH, 6);
        }
        if (op == Opcodes.LCONST_0) {
            return new InsnNode(Opcodes.LCONST_1);
        }
        if (op == Opcodes.LCONST_1) {
            return new LdcInsnNode(2L);
        }
        if (op == Opcodes.BIPUSH || op == Opcodes.SIPUSH) {
            return new LdcInsnNode(((IntInsnNode) at).operand + 1);
        }
        if (at instanceof LdcInsnNode ldc && ldc.cst instanceof Integer i) {
            return new LdcInsnNode(i + 1);
        }
        return at instanceof LdcInsnNode ldc && ldc.cst instanceof Long l ? new LdcInsnNode(l + 1) : null;
    }

    /**
     * Returns a class with one instruction changed.
     *
     * @param mutant one of {@link #mutants} of this class
     */
    static byte[] with(final byte[] code, final TwinMutant mutant) {
        final ClassNode type = read(code);
        final MethodNode method = type.methods.stream()
                .filter(m -> mutant.method().equals(m.name + m.desc))
                .findFirst()
                .orElseThrow();
        final AbstractInsnNode at = method.instructions.get(mutant.index());
        final InsnList in = changed(at, mutant.kind());
        // tells that the machine has come here; it has no effect on the twin
        in.insert(new MethodInsnNode(Opcodes.INVOKESTATIC, REACHED, "mark", "()V", false));
        method.instructions.insertBefore(at, in);
        method.instructions.remove(at);
        final ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.accept(out);
        return out.toByteArray();
    }

    private static InsnList changed(final AbstractInsnNode at, final Kind kind) {
        final int op = at.getOpcode();
        final InsnList in = new InsnList();
        switch (kind) {
            case NEGATE -> in.add(new JumpInsnNode(OPPOSITE.get(op), ((JumpInsnNode) at).label));
            case BOUNDARY -> in.add(new JumpInsnNode(EQUAL.get(op), ((JumpInsnNode) at).label));
            case OPERATOR -> in.add(new InsnNode(operator(op)));
            case CONSTANT -> in.add(larger(at));
            case STEP -> in.add(new IincInsnNode(((IincInsnNode) at).var, -((IincInsnNode) at).incr));
            case CALL -> {
                final MethodInsnNode call = (MethodInsnNode) at;
                final Type[] of = Type.getArgumentTypes(call.desc);
                for (int i = of.length - 1; i >= 0; i--) {
                    in.add(new InsnNode(of[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
                }
                if (op != Opcodes.INVOKESTATIC) {
                    in.add(new InsnNode(Opcodes.POP));
                }
            }
            case STORE -> {
                final boolean wide = op == Opcodes.LASTORE
                        || op == Opcodes.PUTFIELD
                                && Type.getType(((FieldInsnNode) at).desc).getSize() == 2;
                in.add(new InsnNode(wide ? Opcodes.POP2 : Opcodes.POP));
                in.add(new InsnNode(op == Opcodes.PUTFIELD ? Opcodes.POP : Opcodes.POP2));
            }
            case RETURN -> {
                in.add(new InsnNode(op == Opcodes.LRETURN ? Opcodes.LCONST_1 : Opcodes.ICONST_1));
                in.add(new InsnNode(op == Opcodes.LRETURN ? Opcodes.LXOR : Opcodes.IXOR));
                in.add(new InsnNode(op));
            }
            default -> throw new IllegalArgumentException(kind.name());
        }
        return in;
    }
}
