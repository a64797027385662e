/// \file The compiler inside the process: texts from memory become code that runs here, and what is
/// missing is said.
#include "library/JitLibrary.h"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>

namespace stencilc::library {
namespace {

void *none(llvm::StringRef) { return nullptr; }

class JitTest : public testing::Test {
protected:
  void SetUp() override {
    setenv("STENCILC_JIT", STENCILC_JIT_FILE, 1);
    std::string why;
    library = JitLibrary::get(why);
    ASSERT_TRUE(library) << why;
  }

  static JitSource source(const std::string &text) {
    JitSource made;
    made.name = "loops.cpp";
    made.text = text;
    made.cpu = "x86-64";
    return made;
  }

  JitObject compiled(const std::string &text) const {
    JitObject object = library->compile(source(text));
    EXPECT_TRUE(object.isCompiled) << object.messages;
    return object;
  }

  JitCode loaded(const JitObject &object,
                 llvm::function_ref<void *(llvm::StringRef)> find = none) const {
    std::string message;
    std::optional<JitCode> code = library->load(object.bytes, find, message);
    if (!code) {
      ADD_FAILURE() << message;
      std::exit(1);
    }
    return std::move(*code);
  }

  const JitLibrary *library = nullptr;
};

using Names = std::vector<std::string>;

TEST_F(JitTest, ALoopGivesItsValues) {
  const JitCode code = loaded(compiled(R"(
extern "C" void diffuse(const double *u, double *v, int n) {
  for (int x = 1; x < n - 1; ++x)
    v[x] = 0.5 * u[x] + 0.25 * (u[x - 1] + u[x + 1]);
})"));
  double u[100], v[100] = {};
  for (int x = 0; x < 100; ++x)
    u[x] = x * x;
  code.function<void(const double *, double *, int)>("diffuse")(u, v, 100);
  for (int x = 1; x < 99; ++x)
    EXPECT_EQ(v[x], x * x + 0.5);
  EXPECT_EQ(v[99], 0);
  EXPECT_EQ(code.symbol("confuse"), nullptr);
}

TEST_F(JitTest, IncludesAreTextsInMemory) {
  JitSource text = source("#include <device/Scale.h>\n"
                          "#include <words.h>\n"
                          "extern \"C\" int scaled(int x) { return scale(x) + ONE; }\n");
  text.files = {{"device/Scale.h", "#include \"Factor.h\"\n"
                                   "inline int scale(int x) { return kFactor * x; }\n"},
                {"device/Factor.h", "constexpr int kFactor = N;\n"},
                {"host/words.h", "#define ONE 1\n"}};
  text.options = {"-DN=7", "-I", "/host"};
  const JitObject object = library->compile(text);
  ASSERT_TRUE(object.isCompiled) << object.messages;
  EXPECT_EQ(loaded(object).function<int(int)>("scaled")(6), 43);
}

TEST_F(JitTest, TextsOfOneNameAreAnError) {
  JitSource text = source("int x;\n");
  text.files = {{"a.h", "int y;"}, {"a.h", "int y;"}, {"loops.cpp", "int z;"}};
  const JitObject object = library->compile(text);
  EXPECT_FALSE(object.isCompiled);
  EXPECT_EQ(object.messages, "error: two different texts are called 'loops.cpp'\n");
}

TEST_F(JitTest, NoFileOfTheMachineIsRead) {
  for (const char *header : {"<stddef.h>", "<cmath>", "</etc/passwd>", "\"/proc/version\""}) {
    const JitObject object = library->compile(source("#include " + std::string(header) + "\n"));
    EXPECT_FALSE(object.isCompiled) << header;
    EXPECT_NE(object.messages.find("file not found"), std::string::npos) << object.messages;
  }
}

TEST_F(JitTest, ErrorsNameTheirLine) {
  const JitObject object = library->compile(source("int f() {\n  return missing;\n}\n"));
  EXPECT_FALSE(object.isCompiled);
  EXPECT_EQ(object.messages, "loops.cpp:2:10: error: use of undeclared identifier 'missing'\n"
                             "    2 |   return missing;\n"
                             "      |          ^~~~~~~\n");
}

TEST_F(JitTest, WarningsAreTold) {
  JitSource text = source("int f(int x) { int y = 2; return x; }\n");
  text.options = {"-Wunused-variable"};
  const JitObject object = library->compile(text);
  EXPECT_TRUE(object.isCompiled);
  EXPECT_NE(object.messages.find("loops.cpp:1:20: warning: unused variable 'y'"), std::string::npos)
      << object.messages;
}

TEST_F(JitTest, OptionsAndCpusThatDoNotExistAreErrors) {
  JitSource text = source("int x;\n");
  text.options = {"-fno-such-thing"};
  EXPECT_EQ(library->compile(text).messages, "error: unknown argument: '-fno-such-thing'\n");
  text = source("int x;\n");
  text.cpu = "x86-64-v9";
  const JitObject object = library->compile(text);
  EXPECT_FALSE(object.isCompiled);
  EXPECT_NE(object.messages.find("unknown target CPU 'x86-64-v9'"), std::string::npos)
      << object.messages;
}

TEST_F(JitTest, UndefinedNamesAreListedAndResolved) {
  const JitObject object = compiled("namespace wave { double speed(int); }\n"
                                    "extern \"C\" double half(double);\n"
                                    "extern \"C\" { extern double offset; }\n"
                                    "extern \"C\" double f(int x) {\n"
                                    "  return half(wave::speed(x)) + offset;\n"
                                    "}\n");
  EXPECT_EQ(object.undefined, (Names{"_ZN4wave5speedEi", "half", "offset"}));
  static double offset = 0.125;
  const JitCode code = loaded(object, [](llvm::StringRef name) -> void * {
    if (name == "offset")
      return &offset;
    if (name == "half")
      return reinterpret_cast<void *>(+[](double x) { return x / 2; });
    return reinterpret_cast<void *>(+[](int x) { return 10.0 * x; });
  });
  EXPECT_EQ(code.function<double(int)>("f")(3), 15.125);
}

TEST_F(JitTest, EveryMissingNameIsTold) {
  const JitObject object =
      compiled("extern \"C\" int b(int), a(int), known(int);\n"
               "extern \"C\" int f(int x) { return a(x) + b(x) + known(x); }\n");
  std::string message;
  const auto code = library->load(
      object.bytes,
      [](llvm::StringRef name) -> void * {
        return name == "known" ? reinterpret_cast<void *>(+[](int x) { return x; }) : nullptr;
      },
      message);
  EXPECT_FALSE(code);
  EXPECT_EQ(message, "nothing is known of a, b");
}

TEST_F(JitTest, WeakNamesMayBeMissing) {
  const JitObject object =
      compiled("extern \"C\" __attribute__((weak)) int extra(int);\n"
               "extern \"C\" int f(int x) { return extra ? extra(x) : -1; }\n");
  EXPECT_EQ(object.undefined, Names{"extra"});
  EXPECT_EQ(loaded(object).function<int(int)>("f")(3), -1);
}

TEST_F(JitTest, BytesThatAreNoObjectAreRefused) {
  std::string message;
  EXPECT_FALSE(library->load("int x;", none, message));
  EXPECT_FALSE(message.empty());
}

TEST_F(JitTest, NamesOfKernelsAreExpressionsOfThem) {
  const auto name = [&](const char *mangled) {
    return library->functionName(mangled).value_or("none");
  };
  EXPECT_EQ(name("_ZN12heat_stencil6steps39wavefrontILN8stencilc8TileKindE0EEEvNS1_4GridE"),
            "heat_stencil::steps3::wavefront<(stencilc::TileKind)0>");
  EXPECT_EQ(name("_ZN12heat_stencil5sweepENS_4GridEPf"), "heat_stencil::sweep");
  EXPECT_EQ(name("_ZN1s6kernelILi3ELb1EdEEvPT1_"), "s::kernel<3, true, double>");
  EXPECT_EQ(name("heat_step"), "heat_step");
  EXPECT_EQ(name("_ZTV3Foo"), "none");
  EXPECT_EQ(name("_Zwhat"), "none");
}

TEST_F(JitTest, ObjectsWithTheSameNamesDoNotMeet) {
  const auto text = [](int n) {
    return "int counter = " + std::to_string(n) +
           ";\n"
           "template <typename T> __attribute__((noinline)) T twice(T x) { return x * counter; }\n"
           "extern \"C\" int next() { return twice(counter++); }\n";
  };
  const JitCode first = loaded(compiled(text(10)));
  {
    const JitCode second = loaded(compiled(text(20)));
    EXPECT_EQ(second.function<int()>("next")(), 20 * 21);
    EXPECT_EQ(first.function<int()>("next")(), 10 * 11);
  }
  EXPECT_EQ(first.function<int()>("next")(), 11 * 12);
}

TEST_F(JitTest, ConstructorsRunOnLoadingAndDestructorsOnUnloading) {
  const JitObject object = compiled(R"(
extern "C" void note(int);
struct Noted {
  int number;
  Noted(int number) : number(number) { note(number); }
  ~Noted() { note(-number); }
};
Noted first(1), second(2);
__attribute__((destructor)) void last() { note(9); }
)");
  static std::vector<int> notes;
  notes.clear();
  {
    const JitCode code = loaded(object, [](llvm::StringRef name) -> void * {
      return name == "note" ? reinterpret_cast<void *>(+[](int n) { notes.push_back(n); })
                            : nullptr;
    });
    EXPECT_EQ(notes, (std::vector<int>{1, 2}));
  }
  EXPECT_EQ(notes, (std::vector<int>{1, 2, -2, -1, 9}));
}

// The host half of CUDA text needs the addresses of kernels, not the kernels.
TEST_F(JitTest, ExternInlineKernelsHaveNamesAndNoBodies) {
  const std::string text = R"(
#define KERNEL extern inline __attribute__((gnu_inline, noinline))
namespace heat {
template <int N> KERNEL void kernel(float *x) {
  for (int i = 0; i < N; ++i)
    x[i] += N;
}
KERNEL void sweep(float *x) { x[0] = 7; }
namespace {
struct Grid { int n; };
}
struct Launch { const void *kernel; int threads; };
const Launch launches[] = {{(const void *)&kernel<3>, 128}, {(const void *)&kernel<5>, 64}};
}
extern "C" const void *kernels(int which) {
  return which < 2 ? heat::launches[which].kernel : (const void *)&heat::sweep;
}
extern "C" void call(float *x) { heat::kernel<9>(x); })";
  for (int level : {0, 1, 2, 3}) {
    JitSource source = JitTest::source(text);
    source.optimisation = level;
    const JitObject object = library->compile(source);
    ASSERT_TRUE(object.isCompiled) << object.messages;
    EXPECT_EQ(object.undefined, (Names{"_ZN4heat5sweepEPf", "_ZN4heat6kernelILi3EEEvPf",
                                       "_ZN4heat6kernelILi5EEEvPf", "_ZN4heat6kernelILi9EEEvPf"}))
        << "-O" << level;
    static char stubs[4];
    const JitCode code = loaded(object, [&](llvm::StringRef name) -> void * {
      for (int i = 0; i < 4; ++i)
        if (name == object.undefined[i])
          return &stubs[i];
      return nullptr;
    });
    const auto kernels = code.function<const void *(int)>("kernels");
    EXPECT_EQ(kernels(0), &stubs[1]);
    EXPECT_EQ(kernels(1), &stubs[2]);
    EXPECT_EQ(kernels(2), &stubs[0]);
  }
}

TEST_F(JitTest, ProductsAndSumsAreRoundedEach) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    GTEST_SKIP() << "no processor of x86-64-v3";
  JitSource text = source("extern \"C\" void f(const double *a, const double *b, double *c) {\n"
                          "  for (int i = 0; i < 64; ++i)\n"
                          "    c[i] = a[i] * b[i] + c[i];\n"
                          "}\n");
  text.cpu = "x86-64-v3";
  const JitObject object = library->compile(text);
  ASSERT_TRUE(object.isCompiled) << object.messages;
  double a[64], b[64], c[64];
  for (int i = 0; i < 64; ++i) {
    a[i] = 1 + std::ldexp(1, -27);
    b[i] = 1 - std::ldexp(1, -27);
    c[i] = -1;
  }
  loaded(object).function<void(const double *, const double *, double *)>("f")(a, b, c);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(c[i], 0); // -2^-54 where they are fused
}

TEST_F(JitTest, SimdPragmasAreObeyed) {
  JitSource text = source("float sum(const float *x, int n) {\n"
                          "  float s = 0;\n"
                          "#pragma omp simd reduction(+ : s)\n"
                          "  for (int i = 0; i < n; ++i)\n"
                          "    s += x[i];\n"
                          "  return s;\n"
                          "}\n");
  text.options = {"-Rpass=loop-vectorize"};
  EXPECT_NE(library->compile(text).messages.find("vectorized loop"), std::string::npos);
}

TEST_F(JitTest, PlainLoopsUseVectorsFromTheSecondLevelOn) {
  JitSource text = source("void twice(const float *__restrict x, float *__restrict y, int n) {\n"
                          "  for (int i = 0; i < n; ++i)\n"
                          "    y[i] = 2 * x[i];\n"
                          "}\n");
  text.options = {"-Rpass=loop-vectorize"};
  for (int level : {0, 1, 2, 3}) {
    text.optimisation = level;
    const std::string messages = library->compile(text).messages;
    EXPECT_EQ(messages.find("vectorized loop") != std::string::npos, level >= 2) << messages;
  }
}

class PrecompiledTest : public JitTest {
protected:
  static JitSource withHeader(const std::string &text) {
    JitSource made = source("#include <Scale.h>\n" + text);
    made.files = {{"Scale.h", kHeader}};
    return made;
  }

  /// Bytes for sources of withHeader() after `change`.
  std::string precompiled(llvm::function_ref<void(JitSource &)> change = [](JitSource &) {}) const {
    JitSource header = withHeader("");
    header.name = "Scale.h";
    header.text = kHeader;
    change(header);
    const JitObject made = library->precompile(header);
    EXPECT_TRUE(made.isCompiled) << made.messages;
    EXPECT_EQ(made.messages, "");
    return made.bytes;
  }

  /// Bytes and messages with `precompiled` are those without.
  void expectSame(const JitSource &source, const std::string &precompiled) const {
    const JitObject with = library->compile(source, precompiled),
                    without = library->compile(source);
    EXPECT_EQ(with.isCompiled, without.isCompiled);
    EXPECT_TRUE(with.bytes == without.bytes);
    EXPECT_EQ(with.undefined, without.undefined);
    EXPECT_EQ(with.messages, without.messages);
  }

  static constexpr const char *kHeader = "#pragma once\n"
                                         "template <class T> struct Scale { T by; };\n"
                                         "inline int kCalls = 0;\n"
                                         "inline int scaled(int x) { ++kCalls; return 3 * x; }\n"
                                         "inline float third(int i) {\n"
                                         "  float x[8] = {1, 2, 3};\n"
                                         "  return x[i];\n"
                                         "}\n"
                                         "#define TWICE(x) (2 * (x))\n";
};

TEST_F(PrecompiledTest, BytesAreTheSame) {
  JitSource text = withHeader("extern \"C\" int f(int x) { return Scale<int>{TWICE(x)}.by; }\n"
                              "extern \"C\" float g(int x) { return third(scaled(x)) + ONE; }\n");
  text.options = {"-DONE=1"}; // which the header does not ask for
  for (text.optimisation = 0; text.optimisation <= 3; ++text.optimisation)
    for (const bool checksBounds : {false, true}) {
      text.checksBounds = checksBounds;
      const auto set = [&](JitSource &header) { header.optimisation = text.optimisation; };
      expectSame(text, precompiled(set));
      EXPECT_EQ(loaded(library->compile(text, precompiled(set)),
                       [](llvm::StringRef) -> void * {
                         return reinterpret_cast<void *>(+[] { std::abort(); });
                       })
                    .function<int(int)>("f")(4),
                8);
    }
}

// The test changes the header's text, but not its size, which Clang compares.
TEST_F(PrecompiledTest, TheHeaderIsNotParsedAgain) {
  JitSource text = withHeader("extern \"C\" int f(int x) { return scaled(x); }\n");
  std::string &header = text.files[0].text;
  header.replace(header.find("3 * x"), 5, "5 * x");
  EXPECT_EQ(loaded(library->compile(text, precompiled())).function<int(int)>("f")(2), 6);
  EXPECT_EQ(loaded(library->compile(text)).function<int(int)>("f")(2), 10);
}

TEST_F(PrecompiledTest, MessagesAreTheSame) {
  const std::string header = precompiled();
  expectSame(withHeader("int f() { return missing; }\n"), header);
  expectSame(withHeader("int f() { return scaled(); }\n"), header); // a note shows the header
  expectSame(withHeader("int f() { return third(\"x\"); }\n"), header);
  expectSame(withHeader("int f(int) { }\n"), header); // a warning
  expectSame(withHeader("#include <missing.h>\n"), header);
}

TEST_F(PrecompiledTest, BytesThatDoNotFitAreNotUsed) {
  const JitSource text = withHeader("extern \"C\" int f(int x) { return scaled(x); }\n");
  expectSame(text, "no precompiled header");
  expectSame(text, precompiled().substr(0, 2000));
  expectSame(text, precompiled([](JitSource &header) { header.cpu = "x86-64-v3"; }));
  expectSame(text, precompiled([](JitSource &header) { header.optimisation = 0; }));
  expectSame(text, precompiled([](JitSource &header) { header.options = {"-fno-inline"}; }));
  expectSame(text, precompiled([](JitSource &header) { header.options = {"-fchar8_t"}; }));
  expectSame(text, precompiled([](JitSource &header) { header.options = {"-fwrapv"}; }));
}

TEST_F(PrecompiledTest, AHeaderWithErrorsHasNoBytes) {
  JitSource header = source("#pragma once\nint f() { return missing; }\n");
  header.name = "Wrong.h";
  const JitObject made = library->precompile(header);
  EXPECT_FALSE(made.isCompiled);
  EXPECT_NE(made.messages.find("Wrong.h:2:18: error: use of undeclared identifier 'missing'"),
            std::string::npos)
      << made.messages;
}

using JitDeathTest = JitTest;

TEST_F(JitDeathTest, AnIndexBeyondAnArrayIsTold) {
  JitSource text = source("extern \"C\" float f(int i) {\n"
                          "  float x[8] = {1, 2, 3};\n"
                          "  return x[i];\n"
                          "}\n");
  text.checksBounds = true;
  const JitObject object = library->compile(text);
  ASSERT_TRUE(object.isCompiled) << object.messages;
  EXPECT_EQ(object.undefined, Names{"__ubsan_handle_out_of_bounds_abort"});
  const JitCode code = loaded(object, [](llvm::StringRef) {
    return reinterpret_cast<void *>(+[](stencilc_jit_out_of_bounds *where, std::uintptr_t index) {
      std::fprintf(stderr, "%s:%u:%u: %d is beyond %s\n", where->file, where->line, where->column,
                   static_cast<int>(index), where->array_type->name);
      std::_Exit(3);
    });
  });
  const auto f = code.function<float(int)>("f");
  EXPECT_EQ(f(2), 3);
  EXPECT_EXIT(f(9), testing::ExitedWithCode(3), "loops.cpp:3:10: 9 is beyond 'float\\[8\\]'");
}

TEST_F(JitTest, ThreadsCompileAndLoadAtOnce) {
  const auto text = [](int i) {
    return "#define SHIFT " + std::to_string(i) + R"(
template <int N> struct Sum { static int of(const int *x) { return x[N] + Sum<N - 1>::of(x); } };
template <> struct Sum<0> { static int of(const int *x) { return x[0] + SHIFT; } };
extern "C" int f() {
  int x[64];
  for (int i = 0; i < 64; ++i)
    x[i] = i;
  return Sum<63>::of(x);
})";
  };
  std::vector<std::thread> threads;
  std::vector<int> results(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round < 10; ++round)
        results[i] = loaded(compiled(text(i))).function<int()>("f")();
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(results, (std::vector<int>{2016, 2017, 2018, 2019}));
}

TEST_F(JitTest, WhyTheLibraryIsNotThere) {
  std::string why;
  EXPECT_FALSE(JitLibrary::open("nowhere/libstencilc-jit.so", why));
  EXPECT_EQ(why.rfind("the compiler inside stencilc cannot be opened: nowhere/libstenc", 0), 0)
      << why;
  EXPECT_FALSE(JitLibrary::open("libm.so.6", why));
  EXPECT_EQ(why, "libm.so.6 is not a libstencilc-jit.so");
}

} // namespace
} // namespace stencilc::library
