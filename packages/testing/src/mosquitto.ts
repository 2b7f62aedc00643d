/**
 * A Mosquitto broker of one's own, with nothing outside its temporary folder.
 *
 *     const broker = await startMosquitto({ auth: { user: "u", password: "p" }, tls: true });
 *     broker.port; broker.certificates?.ca;
 *     await broker.kill(); await broker.restart();   // the same port
 *     await broker.stop();
 */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { makeCertificates, type TestCertificates } from "./certificates.ts";
import { freePort } from "./ports.ts";
import { startProcess, startRestarted } from "./process.ts";

const BINARY = "/usr/sbin/mosquitto";

export interface MosquittoUser {
  user: string;
  password: string;
}

export interface MosquittoOptions {
  /** Without it everybody may connect. */
  auth?: MosquittoUser | readonly MosquittoUser[];
  /** Text of an acl_file, mosquitto.conf(5). */
  acl?: string;
  tls?: boolean;
  /** For measurements: logs its start and errors only, and does not hold small packets back (Nagle) for up to 40 ms. */
  quiet?: boolean;
  /** Further lines of mosquitto.conf(5). */
  config?: readonly string[];
  /** A port taken from `freePort`, to know it before the broker runs. */
  port?: number;
}

export interface Mosquitto {
  readonly port: number;
  readonly certificates: TestCertificates | undefined;
  /** Ends the broker for good and removes its folder. */
  stop(): Promise<void>;
  /** Ends the broker as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
  output(): string;
}

export async function startMosquitto(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "mosquitto-"));
  await chmod(folder, 0o755);
  const port = options.port ?? (await freePort());
  const certificates = options.tls ? await makeCertificates(folder) : undefined;
  const config = [
    `listener ${port} 127.0.0.1`,
    "persistence false",
    "log_dest stderr",
    ...(options.quiet
      ? ["log_type error", "log_type information", "connection_messages false", "set_tcp_nodelay true"]
      : ["log_type all"]),
    "max_queued_messages 0",
    // A broker started by root would otherwise drop to an account that cannot read the test's files.
    ...(process.getuid?.() === 0 ? ["user root"] : []),
    ...(certificates
      ? [
          `cafile ${certificates.caFile}`,
          `certfile ${certificates.certFile}`,
          `keyfile ${certificates.keyFile}`,
        ]
      : []),
    ...(await authLines(folder, options)),
    ...(options.config ?? []),
  ];
  const file = path.join(folder, "mosquitto.conf");
  await writeFile(file, `${config.join("\n")}\n`);

  const run = () => startProcess(BINARY, ["-c", file], { ready: /mosquitto version \S+ running/ });
  const { current, ...peer } = await startRestarted(run, folder);
  return {
    port,
    certificates,
    output: () => current().output(),
    ...peer,
  };
}

async function authLines(folder: string, { acl, auth }: MosquittoOptions): Promise<string[]> {
  if (!auth) return ["allow_anonymous true"];
  const users = "user" in auth ? [auth] : auth;
  const file = path.join(folder, "passwords");
  await writeFile(file, users.map(({ user, password }) => `${user}:${password}\n`).join(""), { mode: 0o600 });
  await promisify(execFile)("mosquitto_passwd", ["-U", file]);
  const lines = ["allow_anonymous false", `password_file ${file}`];
  if (acl === undefined) return lines;
  const aclFile = path.join(folder, "acl");
  await writeFile(aclFile, acl, { mode: 0o600 });
  return [...lines, `acl_file ${aclFile}`];
}
