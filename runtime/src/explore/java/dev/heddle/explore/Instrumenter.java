package dev.heddle.explore;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodBuilder;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts a {@linkplain Modelled#step step} in front of every operation on shared memory, has {@link
 * Modelled} called instead of the JDK wherever a thread could wait, and plants faults.
 *
 * <p>Operations on shared memory are the calls of VarHandles and of atomics and concurrent
 * collections, the accesses to volatile fields, and whatever Modelled stands for. Plain accesses
 * are no steps: where they race, they race with one of those.
 */
final class Instrumenter {
  private static final ClassDesc MODELLED = Modelled.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc OF_INT =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
  private static final MethodTypeDesc OF_OBJECT =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
  private static final MethodTypeDesc OF_STRING =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

  /** What is one step each, because the JDK, or whoever made it, makes it look like one. */
  private static final Set<String> ATOMIC =
      Set.of(
          "java/util/concurrent/ConcurrentHashMap",
          "java/util/concurrent/ConcurrentHashMap$KeySetView",
          "java/util/concurrent/ConcurrentLinkedQueue",
          "java/util/concurrent/CopyOnWriteArrayList",
          "java/util/concurrent/CountDownLatch",
          "java/util/concurrent/locks/Condition",
          "org/jctools/queues/varhandle/MpmcVarHandleArrayQueue");

  /** Of java.util.concurrent, what touches no shared memory. */
  private static final Set<String> HARMLESS =
      Set.of(
          "java/util/concurrent/TimeUnit",
          "java/util/concurrent/Callable",
          "java/util/concurrent/ThreadFactory");

  /** Modelled, and no step, or one that the model makes itself. */
  private static final Set<String> OWN_STEPS =
      Set.of(
          "currentThread",
          "get",
          "set",
          "remove",
          "withInitial",
          "nanoTime",
          "onSpinWait",
          "nextInt",
          "nextLong");

  /** Classes whose calls another class takes, as far as it has a method for them. */
  private static final Map<String, String> STAND_INS =
      Map.of("dev/heddle/drivers/uring/Syscalls", "dev/heddle/drivers/uring/ModelledSyscalls");

  private static final Set<String> THREAD_WAITS = Set.of("sleep", "join", "yield");
  private static final Set<String> MONITOR_WAITS =
      Set.of("wait()V", "wait(J)V", "wait(JI)V", "notify()V", "notifyAll()V");

  private static final Map<String, Method> INSTEAD = new HashMap<>();

  static {
    for (Method method : Modelled.class.getDeclaredMethods()) {
      Modelled.Instead instead = method.getAnnotation(Modelled.Instead.class);
      if (instead != null) {
        MethodTypeDesc type = typeOf(method);
        if (!isStaticIn(instead.of(), method)) {
          type = type.dropParameterTypes(0, 1);
        }
        INSTEAD.put(key(internal(instead.of().getName()), method.getName(), type), method);
      }
    }
  }

  private final Function<String, byte @Nullable []> classBytes;
  private final List<Fault> faults;
  private final Set<Fault> planted = new HashSet<>();
  private final Map<String, Set<String>> volatileFields = new HashMap<>();
  private final ClassFile classFile;

  /**
   * @param classBytes the class file of an instrumented class by its internal name, or null if the
   *     class is not instrumented
   */
  Instrumenter(Function<String, byte @Nullable []> classBytes, List<Fault> faults) {
    this.classBytes = classBytes;
    this.faults = List.copyOf(faults);
    classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(Instrumenter.class.getClassLoader())
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  /** Faults whose place was not among the code loaded so far. */
  List<Fault> notPlanted() {
    return faults.stream().filter(fault -> !planted.contains(fault)).toList();
  }

  byte[] transform(byte[] original) {
    ClassModel model = classFile.parse(original);
    String className = model.thisClass().asInternalName();
    return classFile.transformClass(
        model,
        (builder, element) -> {
          if (element instanceof MethodModel method && method.code().isPresent()) {
            builder.transformMethod(
                method,
                MethodTransform.transformingCode(new Body(className, method))
                    .andThen(Instrumenter::withoutSynchronized));
          } else {
            builder.with(element);
          }
        });
  }

  /** What the flag says the {@link Body} does. */
  private static void withoutSynchronized(MethodBuilder builder, MethodElement element) {
    if (element instanceof AccessFlags flags) {
      builder.withFlags(flags.flagsMask() & ~ClassFile.ACC_SYNCHRONIZED);
    } else {
      builder.with(element);
    }
  }

  /** One method's code. */
  private final class Body implements CodeTransform {
    private final String className;
    private final String method;
    private final boolean isSynchronized;
    private final Map<String, Integer> calls = new HashMap<>();
    private final boolean isStatic;
    private @Nullable Label begin;
    private int line;

    Body(String className, MethodModel model) {
      this.className = className;
      method = model.methodName().stringValue();
      isSynchronized = model.flags().has(AccessFlag.SYNCHRONIZED);
      isStatic = model.flags().has(AccessFlag.STATIC);
    }

    @Override
    public void atStart(CodeBuilder code) {
      if (isSynchronized) {
        monitor(code, "monitorEnter");
        begin = code.newBoundLabel();
      }
    }

    @Override
    public void atEnd(CodeBuilder code) {
      if (begin != null) {
        Label handler = code.newBoundLabel();
        monitor(code, "monitorExit");
        code.athrow();
        code.exceptionCatchAll(begin, handler, handler);
      }
    }

    /** The monitor of a synchronized method. */
    private void monitor(CodeBuilder code, String name) {
      step(code, name);
      if (isStatic) {
        code.loadConstant(ClassDesc.ofInternalName(className));
      } else {
        code.aload(0);
      }
      code.invokestatic(MODELLED, name, OF_OBJECT);
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      switch (element) {
        case LineNumber number -> {
          line = number.line();
          code.with(number);
        }
        case InvokeInstruction call -> invoke(code, call);
        case InvokeDynamicInstruction call -> invokeDynamic(code, call);
        case FieldInstruction access -> {
          if (isVolatile(access.owner().asInternalName(), access.name().stringValue())) {
            step(code, access.name().stringValue());
          }
          code.with(access);
        }
        case MonitorInstruction monitor -> {
          boolean enter = monitor.opcode() == Opcode.MONITORENTER;
          String name = enter ? "monitorEnter" : "monitorExit";
          step(code, name);
          code.invokestatic(MODELLED, name, OF_OBJECT);
        }
        case ReturnInstruction end -> {
          if (isSynchronized) {
            monitor(code, "monitorExit");
          }
          code.with(end);
        }
        default -> code.with(element);
      }
    }

    private void invoke(CodeBuilder code, InvokeInstruction call) {
      String name = call.name().stringValue();
      Fault fault = faultAt(name);
      if (fault != null) {
        leaveOut(code, call, fault);
        return;
      }
      String owner = call.owner().asInternalName();
      MethodTypeDesc type = call.typeSymbol();
      Method instead = INSTEAD.get(key(modelledOwner(owner), name, type));
      if (instead != null) {
        if (!OWN_STEPS.contains(name)) {
          step(code, name);
        }
        code.invokestatic(MODELLED, name, typeOf(instead));
        if (instead.getReturnType() != Object.class || type.returnType().isPrimitive()) {
          return;
        }
        code.checkcast(type.returnType());
        return;
      }
      String standIn = STAND_INS.get(owner);
      if (standIn != null && hasMethod(standIn, name, type)) {
        step(code, name);
        code.invokestatic(ClassDesc.ofInternalName(standIn), name, type);
        return;
      }
      if (isStep(owner, name)) {
        step(code, name);
      } else if (isUnmodelled(owner, name, type)) {
        unmodelled(code, owner.replace('/', '.') + "." + name);
      }
      code.with(call);
    }

    /** A method reference to something modelled refers to the model. */
    private void invokeDynamic(CodeBuilder code, InvokeDynamicInstruction call) {
      List<ConstantDesc> arguments = new ArrayList<>();
      for (ConstantDesc argument : call.bootstrapArgs()) {
        arguments.add(
            argument instanceof DirectMethodHandleDesc handle ? instead(handle) : argument);
      }
      code.invokedynamic(
          DynamicCallSiteDesc.of(
              call.bootstrapMethod(),
              call.name().stringValue(),
              call.typeSymbol(),
              arguments.toArray(ConstantDesc[]::new)));
    }

    private ConstantDesc instead(DirectMethodHandleDesc handle) {
      if (handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR || isField(handle)) {
        return handle;
      }
      String owner = internal(handle.owner());
      MethodTypeDesc type = MethodTypeDesc.ofDescriptor(handle.lookupDescriptor());
      Method instead = INSTEAD.get(key(modelledOwner(owner), handle.methodName(), type));
      return instead == null
          ? handle
          : MethodHandleDesc.ofMethod(
              DirectMethodHandleDesc.Kind.STATIC, MODELLED, instead.getName(), typeOf(instead));
    }

    private static boolean isField(DirectMethodHandleDesc handle) {
      return switch (handle.kind()) {
        case GETTER, SETTER, STATIC_GETTER, STATIC_SETTER -> true;
        default -> false;
      };
    }

    private @Nullable Fault faultAt(String call) {
      int occurrence = calls.merge(call, 1, Integer::sum);
      for (Fault fault : faults) {
        if (internal(fault.className()).equals(className)
            && fault.method().equals(method)
            && fault.call().equals(call)
            && fault.occurrence() == occurrence) {
          planted.add(fault);
          return fault;
        }
      }
      return null;
    }

    private void leaveOut(CodeBuilder code, InvokeInstruction call, Fault fault) {
      MethodTypeDesc type = call.typeSymbol();
      for (int i = type.parameterCount() - 1; i >= 0; i--) {
        pop(code, TypeKind.from(type.parameterType(i)));
      }
      if (call.opcode() != Opcode.INVOKESTATIC) {
        code.pop();
      }
      switch (TypeKind.from(type.returnType())) {
        case VOID -> {}
        case REFERENCE -> code.aconst_null();
        case LONG -> code.loadConstant((long) fault.result());
        case BOOLEAN, INT -> code.loadConstant(fault.result());
        default -> throw new IllegalArgumentException("a fault gives a number: " + fault);
      }
    }

    private static void pop(CodeBuilder code, TypeKind kind) {
      if (kind.slotSize() == 2) {
        code.pop2();
      } else {
        code.pop();
      }
    }

    private void step(CodeBuilder code, String what) {
      String simpleName = className.substring(className.lastIndexOf('/') + 1);
      int site = Sites.add("%s.%s:%d  %s".formatted(simpleName, method, line, what));
      code.loadConstant(site);
      code.invokestatic(MODELLED, "step", OF_INT);
    }

    private void unmodelled(CodeBuilder code, String what) {
      code.loadConstant(what);
      code.invokestatic(MODELLED, "unmodelled", OF_STRING);
    }
  }

  private static boolean isStep(String owner, String name) {
    if (name.equals("<init>")) {
      return false;
    }
    if (owner.equals("java/lang/invoke/VarHandle")) {
      return !name.endsWith("Fence");
    }
    return owner.startsWith("java/util/concurrent/atomic/") || ATOMIC.contains(owner);
  }

  private static boolean isUnmodelled(String owner, String name, MethodTypeDesc type) {
    if (owner.equals("java/util/concurrent/ThreadLocalRandom")) {
      return !name.equals("current"); // what follows is modelled, or else refused
    }
    if (owner.startsWith("java/util/concurrent/")) {
      return !name.equals("<init>") && !HARMLESS.contains(owner) && !owner.endsWith("Exception");
    }
    if (owner.equals("java/lang/Thread")) {
      return THREAD_WAITS.contains(name);
    }
    return MONITOR_WAITS.contains(name + type.descriptorString());
  }

  /** A thread's subclass inherits what is modelled of it. */
  private String modelledOwner(String owner) {
    for (String at = owner; at != null; at = superclass(at)) {
      if (at.equals("java/lang/Thread")) {
        return at;
      }
    }
    return owner;
  }

  private boolean hasMethod(String internalName, String name, MethodTypeDesc type) {
    byte[] bytes = classBytes.apply(internalName);
    return bytes != null
        && classFile.parse(bytes).methods().stream()
            .anyMatch(method ->
                method.methodName().equalsString(name) && method.methodTypeSymbol().equals(type));
  }

  private @Nullable String superclass(String internalName) {
    byte[] bytes = classBytes.apply(internalName);
    return bytes == null
        ? null
        : classFile.parse(bytes).superclass().map(entry -> entry.asInternalName()).orElse(null);
  }

  private boolean isVolatile(String owner, String field) {
    for (String at = owner; at != null; at = superclass(at)) {
      Set<String> fields = volatileFields.computeIfAbsent(at, this::findVolatileFields);
      if (fields.contains(field)) {
        return true;
      }
    }
    return false;
  }

  private Set<String> findVolatileFields(String owner) {
    Set<String> names = new HashSet<>();
    byte[] bytes = classBytes.apply(owner);
    if (bytes != null) {
      for (FieldModel field : classFile.parse(bytes).fields()) {
        if (field.flags().has(AccessFlag.VOLATILE)) {
          names.add(field.fieldName().stringValue());
        }
      }
    }
    return names;
  }

  private static MethodTypeDesc typeOf(Method method) {
    return java.lang.invoke.MethodType.methodType(
            method.getReturnType(), method.getParameterTypes())
        .describeConstable()
        .orElseThrow();
  }

  private static boolean isStaticIn(Class<?> owner, Method model) {
    try {
      Class<?>[] all = model.getParameterTypes();
      for (Method method : owner.getMethods()) {
        if (method.getName().equals(model.getName())
            && java.lang.reflect.Modifier.isStatic(method.getModifiers())
            && java.util.Arrays.equals(method.getParameterTypes(), all)) {
          return true;
        }
      }
      owner.getMethod(
          model.getName(), java.util.Arrays.copyOfRange(all, Math.min(1, all.length), all.length));
      return false;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(model + " stands for nothing in " + owner, e);
    }
  }

  private static String key(String owner, String name, MethodTypeDesc type) {
    return owner + "." + name + type.descriptorString();
  }

  private static String internal(String binaryName) {
    return binaryName.replace('.', '/');
  }

  private static String internal(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1);
  }
}
