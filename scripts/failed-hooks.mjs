/**
 * Vitest reporter: what failed around tests, in hooks of a suite. The JSON report tells only that its file failed.
 * Written to the file that HUBWART_FAILED_HOOKS names, as JSON: `[{ file, message }]`.
 */
import { writeFileSync } from "node:fs";

export default class FailedHooks {
  #found = [];

  onTestSuiteResult(suite) {
    for (const { message } of suite.errors())
      this.#found.push({ file: suite.module.moduleId, message: `${suite.fullName}: ${message}` });
  }

  onTestRunEnd() {
    writeFileSync(process.env.HUBWART_FAILED_HOOKS, JSON.stringify(this.#found));
  }
}
