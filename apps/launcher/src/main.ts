/** Entry of the launcher process. */
import { access, constants, mkdir } from "node:fs/promises";
import {
  ConfigError,
  dataLayout,
  feedWatchdog,
  onParentGone,
  parseConfig,
  removeTemporaryFiles,
  Scope,
  sayAlive,
  startErrorText,
  systemClock,
  VERSION,
} from "@hubwart/core";
import { Launcher } from "./launcher.ts";
import { lockDataFolder } from "./lock.ts";
import { checkOpenFiles } from "./open-files.ts";
import { texts } from "./texts.ts";

// Nothing that this process or one below it writes is anybody else's business.
process.umask(0o077);

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  await checkOpenFiles();
  sayAlive();
  process.env["HUBWART_DATA_DIR"] = config.dataDir;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await access(config.dataDir, constants.W_OK);
  const scope = new Scope();
  if (!(await lockDataFolder(dataLayout(config.dataDir).run, scope))) {
    throw new ConfigError(texts.alreadyRuns(config.dataDir));
  }
  feedWatchdog({ env: process.env, clock: systemClock, scope });
  // Nothing of the product runs yet: what a kill left of a write in this folder is nobody's.
  await removeTemporaryFiles(config.dataDir);
  const base = { folder: import.meta.dirname, version: VERSION };
  const launcher = new Launcher(config, base, systemClock, scope, {
    onReady: (address) => say(texts.ready(config.product, address)),
    onCrash: (name, how) => say(texts.crashedRestart(name, how)),
    say,
    onAnew: () => void scope.end().finally(() => process.exit(0)),
    onStuck(error) {
      process.stderr.write(`${startErrorText(error)}\n`);
      process.exit(1);
    },
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void launcher
      .stop()
      .then(() => scope.end())
      .finally(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  // Under `npm start`.
  onParentGone(stop);
  await launcher.start();
}

try {
  // Asked before anything of this machine is looked at: whoever publishes a release asks it on another one.
  if (process.argv[2] === "--version") say(VERSION);
  else await main();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : startErrorText(error)}\n`);
  process.exit(1);
}
