/**
 * libmodbus in both roles at a serial port: mbpoll asks, the library itself answers. Needs Debian's mbpoll.
 *
 *     const device = await startLibmodbusServer({ device: line.far, unit: 7, registers: [1, 2] });
 *     const words = await mbpoll(line.far, ["-a", "5", "-r", "1", "-c", "2"]);
 */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { type PeerProcess, startProcess } from "./process.ts";
import { repoRoot } from "./repo-root.ts";

export interface LibmodbusOptions {
  device: string;
  unit: number;
  /** Holding registers from 0 on. */
  registers: readonly number[];
}

/** Prints, for each request that it answered, a line with its function and what the registers hold then. */
export function startLibmodbusServer(options: LibmodbusOptions): Promise<PeerProcess> {
  const script = path.join(repoRoot(), "packages/testing/python/libmodbus_server.py");
  return startProcess("/usr/bin/python3", [script, JSON.stringify(options)], { ready: /^ready$/m });
}

/** Asks once, with the options of mbpoll(1); values to write follow the port. @returns what it printed */
export async function mbpoll(
  device: string,
  options: readonly string[],
  values: readonly number[] = [],
): Promise<string> {
  const line = ["-m", "rtu", "-b", "115200", "-P", "none", "-1", "-q", "-o", "3"];
  const { stdout } = await promisify(execFile)(
    "/usr/bin/mbpoll",
    [...line, ...options, device, ...values.map(String)],
    { timeout: 20_000 },
  );
  return stdout;
}
