/**
 * Checks sources in a process of their own, which is ended when it takes too long: the compiler reads what strangers wrote.
 *
 *     const problems = await checkScripts(entry, { "a.lua": source });   // by name; none where all is well
 */
import { fork } from "node:child_process";
import type { ScriptProblem } from "./german.ts";
import { texts } from "./texts.ts";

const WITHIN = 15_000;
const TOO_HEAVY: ScriptProblem = {
  line: 0,
  text: texts.checkTooLong,
};

/** @param entry absolute path of the child's script (dist/server/script-check-child.mjs) */
export async function checkScripts(
  entry: string,
  scripts: Readonly<Record<string, string>>,
): Promise<Record<string, ScriptProblem>> {
  const names = Object.keys(scripts);
  if (names.length === 0) return {};
  const child = fork(entry, [], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {},
    execArgv: ["--max-old-space-size=128"],
  });
  return await new Promise((resolve) => {
    const found: Record<string, ScriptProblem> = {};
    let at = 0;
    const failed = () => resolve({ ...found, [names[at] ?? ""]: TOO_HEAVY });
    const timer = setTimeout(() => child.kill("SIGKILL"), WITHIN);
    const next = () => {
      const name = names[at];
      if (name === undefined) {
        resolve(found);
        child.kill("SIGKILL");
      } else child.send({ name, source: scripts[name] ?? "" }, (error) => error && failed());
    };
    child.on("message", (problem: ScriptProblem | null) => {
      const name = names[at];
      if (problem && name !== undefined) found[name] = problem;
      at += 1;
      next();
    });
    child.once("error", failed);
    child.once("close", () => {
      clearTimeout(timer);
      if (at < names.length) failed();
    });
    next();
  });
}
