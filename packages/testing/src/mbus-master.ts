/**
 * libmbus as a master: an implementation of M-Bus that is not ours, of line and of values.
 *
 *     const [five, other] = await libmbusReads(gateway.port, [5, "1234567853101504"]);
 *     const ids = await libmbusScans(gateway.port);
 *
 * It comes with node-mbus, native code that is no part of `npm ci` (`module-cache.ts`).
 */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { compiledModule } from "./module-cache.ts";
import { repoRoot } from "./repo-root.ts";

const VERSION = "2.2.6";
const run = promisify(execFile);

export interface LibmbusRecord {
  id: number;
  Function: string;
  StorageNumber?: number;
  Tariff?: number;
  Device?: number;
  /** Quantity and unit, with a power of ten in words: `Volume (m m^3)`. */
  Unit?: string;
  Value: number | string;
}
export interface LibmbusAnswer {
  error?: string;
  SlaveInformation?: { Id: number; Manufacturer: string; Version: number; AccessNumber: number };
  DataRecord?: LibmbusRecord[] | LibmbusRecord;
}

/** By primary addresses, or secondary ones of 16 digits as libmbus writes them. */
export async function libmbusReads(
  port: number,
  ask: readonly (number | string)[],
): Promise<LibmbusAnswer[]> {
  return (await master(port, ask)) as LibmbusAnswer[];
}

/** Secondary addresses of all meters. */
export async function libmbusScans(port: number): Promise<string[]> {
  return (await master(port, "scan")) as string[];
}

async function master(port: number, ask: readonly (number | string)[] | "scan"): Promise<unknown> {
  const script = path.join(repoRoot(), "packages/testing/libmbus/master.cjs");
  const { stdout } = await run(process.execPath, [script, JSON.stringify({ port, ask })], {
    env: { ...process.env, MBUS_MODULE: await compiledModule("node-mbus", VERSION) },
    timeout: 60_000,
    maxBuffer: 16 << 20,
  });
  return JSON.parse(stdout) as unknown;
}
