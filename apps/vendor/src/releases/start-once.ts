/**
 * A release is started once before anybody is offered it: one that does not come up, or says that it is of another version,
 * would be put back by every device.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { dataLayout } from "@hubwart/core";
import type { Manifest } from "@hubwart/releases";
import * as z from "zod/mini";
import { texts } from "../texts.ts";

const START_LIMIT = 60_000;
const END_LIMIT = 15_000;
const LOOK_EVERY = 50;
const MOST_SAID = 4_000;
const READY = / ist bereit: (http:\/\/\S+)$/;
const info = z.object({ version: z.object({ Main: z.string() }) });

/** @param folder of the unpacked release @throws Error (German) that says why no device could run it */
export async function startOnce(folder: string, { arch, version }: Manifest): Promise<void> {
  // Of another processor only what is written in JavaScript can be asked here.
  const found = arch === process.arch ? await saidByProduct(folder) : await saidByLauncher(folder);
  if (found !== version) throw new Error(texts.otherVersion(found, version));
}

/** The whole product in a data folder of its own, as a device starts it. */
async function saidByProduct(folder: string): Promise<string> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "hubwart-once-"));
  const dataDir = path.join(scratch, "data");
  const node = path.join(folder, "node/bin/node");
  const launcher = launched(existsSync(node) ? node : process.execPath, folder, [], {
    HUBWART_DATA_DIR: dataDir,
    HUBWART_HTTP_PORT: "0",
    HUBWART_HTTPS_PORT: "0",
    HUBWART_HOST: "embedded",
    HUBWART_CONTAINER_ENGINE: "none",
  });
  try {
    const address = await launcher.line(READY);
    const answer = await fetch(`${address}/admin/api/info`, { signal: AbortSignal.timeout(START_LIMIT) });
    const { version } = z.parse(info, await answer.json());
    await launcher.until(() => existsSync(dataLayout(dataDir).hubSocket), texts.hubStaysDown);
    return version.Main;
  } finally {
    await launcher.end();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function saidByLauncher(folder: string): Promise<string> {
  const launcher = launched(process.execPath, folder, ["--version"], {});
  try {
    return await launcher.line(/^(\S+)$/);
  } finally {
    await launcher.end();
  }
}

function launched(node: string, folder: string, args: string[], env: Record<string, string>) {
  const child = spawn(node, [path.join(folder, "server/launcher.mjs"), ...args], {
    env: { PATH: process.env["PATH"], LANG: "C.UTF-8", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const started = performance.now();
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => lines.push(line));
  const fail = (why: string): never => {
    const said = lines.join("\n").slice(-MOST_SAID);
    throw new Error(said === "" ? why : `${why}:\n${said}`);
  };
  const until = async (check: () => boolean, why: string): Promise<void> => {
    while (!check()) {
      if (lines.some((line) => line.includes(texts.crashOfLauncher))) fail(texts.crashes);
      if (performance.now() - started > START_LIMIT) fail(why);
      if (over(child)) {
        await ended;
        if (!check()) fail(texts.ends);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
  };
  return {
    until,
    /** The part of the first line that fits the pattern. */
    async line(pattern: RegExp): Promise<string> {
      const found = () => lines.map((line) => pattern.exec(line)?.[1]).find((part) => part !== undefined);
      await until(() => found() !== undefined, texts.staysDown);
      return found() ?? "";
    },
    async end(): Promise<void> {
      const force = setTimeout(() => child.kill("SIGKILL"), END_LIMIT);
      if (!over(child)) child.kill("SIGTERM");
      await ended;
      clearTimeout(force);
    },
  };
}

const over = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
