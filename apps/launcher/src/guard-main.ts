/** Entry of `npm start`: the launcher, and what systemd's watchdog does for it on a device. */
import { fork } from "node:child_process";
import path from "node:path";
import { Scope, systemClock } from "@hubwart/core";
import { Guard } from "./guard.ts";

const guard = new Guard({
  start: () =>
    fork(path.join(import.meta.dirname, "launcher.mjs"), [], {
      // As its unit starts it.
      execArgv: ["--max-semi-space-size=1"],
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    }),
  clock: systemClock,
  scope: new Scope(),
  say: (line) => process.stdout.write(`${line}\n`),
  ended: (code) => process.exit(code),
});
// Ctrl-C at the terminal reaches both.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => guard.pass(signal));
guard.start();
