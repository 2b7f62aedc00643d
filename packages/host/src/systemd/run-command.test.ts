import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { commandRunner } from "./run-command.ts";

const folder = useFolder();
let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.end());

/** Stands in for a program of the system. */
async function program(name: string, script: string): Promise<void> {
  const file = path.join(folder(), name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

it("waits for a program, not for what it leaves behind with its output open", async () => {
  await program("systemctl", "echo getan; sleep 30 &");
  const run = commandRunner(folder(), scope.signal);
  const begun = performance.now();
  expect(await run("systemctl", [])).toMatchObject({ code: 0, stdout: "getan\n" });
  expect(performance.now() - begun).toBeLessThan(15_000);
});

it("gives up one that hangs, whatever it started, and goes on with the next", async () => {
  await program("networkctl", "sleep 30 & wait");
  await program("ip", "echo da");
  const run = commandRunner(folder(), scope.signal, 200);
  const hanging = Array.from({ length: 5 }, () => run("networkctl", ["reload"]));
  expect(await run("ip", [])).toMatchObject({ code: 0, stdout: "da\n" });
  for (const each of hanging) expect(await each).toMatchObject({ code: -1 });
});
