/** Process entry: the service embedded by the launcher (no arguments), or the manufacturer's command line. */
import {
  AppError,
  ConfigError,
  dataLayout,
  onParentGone,
  parseConfig,
  Scope,
  sayAlive,
  startErrorText,
} from "@hubwart/core";
import type { ChildToLauncher, LauncherToChild } from "@hubwart/ipc";
import { readArguments, runCommand, USAGE } from "./command-line.ts";
import { type ServeOptions, serve } from "./serve.ts";
import { UsageError } from "./usage-error.ts";

async function main(): Promise<void> {
  const { values, positionals } = readArguments(process.argv.slice(2));
  if (values.help || positionals[0] === "help") {
    process.stdout.write(USAGE);
    return;
  }
  const config = parseConfig(process.env);
  const folder = values.folder ?? dataLayout(config.dataDir).vendor;
  if (positionals.length === 0) {
    if (!config.embeddedVendor) throw new UsageError(USAGE);
    const { vendorPort: port } = config;
    await run({ folder, bind: "127.0.0.1", port, development: true, logLevel: "warn" });
  } else if (positionals[0] === "serve") {
    const port = Number(values.port ?? "8090");
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError("--port: 0 bis 65535.\n");
    const bind = values.bind ?? "127.0.0.1";
    await run({ folder, bind, port, development: false, logLevel: "info" });
  } else {
    process.stdout.write(await runCommand(folder, positionals, values));
  }
}

async function run(options: ServeOptions): Promise<void> {
  const scope = new Scope();
  const end = () => {
    void scope.end().finally(() => process.exit(0));
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  onParentGone(end);
  sayAlive();
  process.on("message", (message: LauncherToChild) => {
    if (message.t === "stop") end();
  });
  const address = await serve(options, scope);
  const ready: ChildToLauncher = { t: "ready", address };
  if (process.connected) process.send?.(ready);
  else process.stdout.write(`${address}\n`);
}

// The keys are nobody else's business.
process.umask(0o077);
try {
  await main();
} catch (error) {
  const expected = error instanceof UsageError || error instanceof ConfigError || error instanceof AppError;
  const text = expected && error instanceof Error ? error.message : startErrorText(error);
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exit(expected ? 2 : 1);
}
