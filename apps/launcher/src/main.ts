/** Entry of the launcher process. */
import { access, constants, mkdir } from "node:fs/promises";
import { ConfigError, dataLayout, parseConfig, Scope, startErrorText, systemClock } from "@hubwart/core";
import packageFile from "../package.json" with { type: "json" };
import { Launcher } from "./launcher.ts";
import { lockDataFolder } from "./lock.ts";

// Nothing that this process or one below it writes is anybody else's business.
process.umask(0o077);

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  process.env["HUBWART_DATA_DIR"] = config.dataDir;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await access(config.dataDir, constants.W_OK);
  const scope = new Scope();
  if (!(await lockDataFolder(dataLayout(config.dataDir).run, scope))) {
    throw new ConfigError(`Hubwart läuft bereits mit den Daten in ${config.dataDir}.`);
  }
  const base = { folder: import.meta.dirname, version: packageFile.version };
  const launcher = new Launcher(config, base, systemClock, scope, {
    onReady: (address) => say(`${config.product} ist bereit: ${address}`),
    onCrash: (name, how) => say(`${name} ist unerwartet beendet (${how}) und wird neu gestartet.`),
    say,
    onAnew: () => void scope.end().finally(() => process.exit(0)),
    onStuck(error) {
      process.stderr.write(`${startErrorText(error)}\n`);
      process.exit(1);
    },
  });
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void launcher
        .stop()
        .then(() => scope.end())
        .finally(() => process.exit(0));
    });
  }
  await launcher.start();
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : startErrorText(error)}\n`);
  process.exit(1);
}
