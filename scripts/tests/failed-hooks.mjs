/**
 * Vitest reporter: what failed around tests, in hooks of a suite, and outside all of them. The JSON report tells only that a file failed.
 * Written to the file that HUBWART_FAILED_HOOKS names, as JSON: `{ hooks: [{ file, message }], outside: [message] }`.
 */
import { writeFileSync } from "node:fs";

export default class FailedHooks {
  #hooks = [];

  onTestSuiteResult(suite) {
    for (const { message } of suite.errors())
      this.#hooks.push({ file: suite.module.moduleId, message: `${suite.fullName}: ${message}` });
  }

  onTestRunEnd(_modules, errors) {
    const told = { hooks: this.#hooks, outside: errors.map(({ message }) => message) };
    writeFileSync(process.env.HUBWART_FAILED_HOOKS, JSON.stringify(told));
  }
}
