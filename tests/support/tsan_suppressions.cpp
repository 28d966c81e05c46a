// Built into every test under the thread sanitizer. Qt is not instrumented, so the sanitizer sees
// only half of how Qt Test and its watchdog thread hand over; our own code is never suppressed.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions();

const char* __tsan_default_suppressions() {
  return "called_from_lib:libQt6Test.so\n"
         "called_from_lib:libQt6Core.so\n"
         "race:QWaitCondition::\n"
         "race:QTest::qRun\n";
}
