/** Process entry of the central console. */
import path from "node:path";
import {
  AppError,
  ConfigError,
  createLogger,
  type LogEntry,
  Scope,
  startErrorText,
  systemClock,
} from "@hubwart/core";
import { startCentral } from "./central.ts";
import { parseCentralConfig } from "./config.ts";
import { texts } from "./texts.ts";

const LONGEST_END_MS = 20_000;
/** Built beside this file's folder. */
const PAGE = path.join(import.meta.dirname, "../fleet");

async function main(): Promise<void> {
  const config = parseCentralConfig(process.env);
  const scope = new Scope();
  const end = (code: number) => {
    const timer = setTimeout(() => process.exit(code), LONGEST_END_MS);
    timer.unref();
    void scope.end().finally(() => process.exit(code));
  };
  process.once("SIGTERM", () => end(0));
  process.once("SIGINT", () => end(0));
  const log = createLogger("central", "central", { level: "info", write: toStderr });
  try {
    const { address, firstToken } = await startCentral({
      config,
      pageDir: PAGE,
      childrenDir: import.meta.dirname,
      clock: systemClock,
      log,
      scope,
    });
    if (firstToken !== undefined) process.stdout.write(`${texts.firstToken(firstToken)}\n`);
    process.stdout.write(`${texts.started(address)}\n`);
  } catch (error) {
    if (scope.ended) return;
    const expected = error instanceof ConfigError || error instanceof AppError;
    process.stderr.write(`${expected ? error.message : startErrorText(error)}\n`);
    end(expected ? 2 : 1);
  }
}

function toStderr(entry: LogEntry): void {
  process.stderr.write(`${new Date(entry.ts).toISOString()} ${entry.level} ${entry.msg}\n`);
}

// Keys and tokens are nobody else's business.
process.umask(0o066);
await main();
