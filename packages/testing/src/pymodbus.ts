/**
 * pymodbus in both roles: an implementation of Modbus that is not ours. Needs Debian's python3-pymodbus.
 *
 *     const device = await startPymodbusServer({ units: { 1: { holding: { 0: [17, 4] } } } });
 *     device.port; device.requests(); await device.kill(); await device.restart(); await device.stop();
 *     const [answer] = await runPymodbusClient(port, [["read_holding_registers", 0, 2]]);
 */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "./ports.ts";
import { startProcess } from "./process.ts";
import { repoRoot } from "./repo-root.ts";

const PYTHON = "/usr/bin/python3";

function script(name: string): string {
  return path.join(repoRoot(), "packages/testing/python", name);
}

/** First address → values from there on. */
type Values<T> = Record<number, readonly T[]>;

export interface PymodbusUnit {
  coil?: Values<boolean>;
  discrete?: Values<boolean>;
  input?: Values<number>;
  holding?: Values<number>;
}

export interface PymodbusServerOptions {
  mode?: "tcp" | "rtu";
  /** By unit id. */
  units: Record<number, PymodbusUnit>;
  /** Requests to other units get no answer, instead of exception 11. */
  silent?: boolean;
  port?: number;
  /** RTU at this serial port instead of a TCP port; 115200 bit/s, no parity. Missing units are silent. */
  device?: string;
}

export interface PymodbusRequest {
  unit: number;
  fc: number;
  address: number;
  count: number;
}

export interface PymodbusServer {
  readonly port: number;
  /** What has been asked since the start, in order; it may say so a moment after it has answered. */
  requests(): PymodbusRequest[];
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** On the same port, with the values of the beginning. */
  restart(): Promise<void>;
}

export async function startPymodbusServer(options: PymodbusServerOptions): Promise<PymodbusServer> {
  const port = options.port ?? (await freePort());
  const argument = JSON.stringify({
    port,
    mode: options.mode ?? "tcp",
    silent: options.silent ?? false,
    units: options.units,
    device: options.device,
  });
  const run = () => startProcess(PYTHON, [script("modbus_server.py"), argument], { ready: /^ready$/m });
  let current = await run();
  return {
    port,
    requests: () =>
      current
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{") && line.endsWith("}"))
        .map((line) => JSON.parse(line) as PymodbusRequest),
    stop: () => current.stop(),
    kill: () => current.stop("SIGKILL"),
    async restart() {
      await current.stop();
      current = await run();
    },
  };
}

export type PymodbusCall = readonly [method: string, ...values: unknown[]];

export interface PymodbusAnswer {
  registers?: number[];
  bits?: boolean[];
  exception?: number;
  error?: string;
}

/** Carries the calls out over one connection, in order; `port` is a TCP port or the path of a serial one. */
export async function runPymodbusClient(
  port: number | string,
  calls: readonly PymodbusCall[],
  unit = 1,
): Promise<PymodbusAnswer[]> {
  const argument = JSON.stringify({ port, unit, calls });
  const { stdout } = await promisify(execFile)(PYTHON, [script("modbus_client.py"), argument], {
    timeout: 30_000,
  });
  return JSON.parse(stdout) as PymodbusAnswer[];
}
