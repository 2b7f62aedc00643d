/** Runs the service until its scope ends. */

import path from "node:path";
import {
  createLogger,
  type LogEntry,
  type LogLevel,
  type Scope,
  systemClock,
  writeFileAtomic,
} from "@hubwart/core";
import { publicHalf } from "@hubwart/license/sign";
import { createVendorApp } from "./app.ts";
import { LicenseStore } from "./license-store.ts";
import { Licensing } from "./licensing.ts";
import { developmentRepository, renewing, repositoryFolder } from "./releases/keep-repository.ts";
import { makeSigningKey, readSigningKey } from "./signing-key.ts";
import { texts } from "./texts.ts";

export interface ServeOptions {
  /** The service's own folder (0700). */
  folder: string;
  /** IP address. */
  bind: string;
  /** 0 lets the system choose. */
  port: number;
  /** Embedded under `npm start`: makes its own key, leaves the public half for the device, gives development licences. */
  development: boolean;
  logLevel: LogLevel;
}

/** The address served, e.g. `http://127.0.0.1:8090`. */
export async function serve(options: ServeOptions, scope: Scope): Promise<string> {
  const log = createLogger("vendor", "licences", { level: options.logLevel, write: toStderr });
  const stored = await readSigningKey(options.folder);
  if (stored === undefined && !options.development) {
    throw new Error(texts.noKeyToServe(options.folder));
  }
  const signer = stored ?? (await makeSigningKey(options.folder, systemClock.now()));
  if (options.development) {
    const file = path.join(options.folder, "development-key.json");
    await writeFileAtomic(file, JSON.stringify(publicHalf(signer)));
  }
  const releases = repositoryFolder(options.folder);
  if (options.development) await developmentRepository(options.folder, systemClock);
  await renewing(releases, systemClock, log, scope);
  const store = await LicenseStore.open(options.folder);
  scope.add(() => store.close());
  const { development } = options;
  const licensing = new Licensing({ store, signer, clock: systemClock, development });
  const app = createVendorApp({ licensing, releases }, log);
  scope.add(() => app.close());
  return await app.listen({ host: options.bind, port: options.port });
}

function toStderr(entry: LogEntry): void {
  process.stderr.write(`${new Date(entry.ts).toISOString()} ${entry.level} ${entry.msg}\n`);
}
