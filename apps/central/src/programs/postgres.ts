/** A PostgreSQL of the central's own: in its data folder, reached by a socket in a folder that nobody else may enter. */
import { chown, mkdir, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { ConfigError, ifThere } from "@hubwart/core";
import { Client, type PoolConfig } from "pg";
import { texts } from "../texts.ts";
import { accountOf, findProgram, Program, type ProgramParts, runOnce } from "./program.ts";
import { socketFolder } from "./socket-folder.ts";

const DEBIAN = "/usr/lib/postgresql";
const ROLE = "hubwart";
const SOCKET = ".s.PGSQL.5432.lock";
/** Small: the register of a thousand hubs is some megabytes. */
const SETTINGS = {
  listen_addresses: "",
  shared_buffers: "32MB",
  max_connections: "20",
  max_wal_size: "256MB",
  log_min_messages: "warning",
  unix_socket_permissions: "0700",
};

/** Connection settings of the one that runs from then on. */
export async function startPostgres(folder: string, parts: ProgramParts): Promise<PoolConfig> {
  const wanted = {
    debian: "postgresql",
    variable: "HUBWART_CENTRAL_POSTGRES_URL",
    folders: await debianFolders(),
  };
  const [initdb, postgres] = [await findProgram("initdb", wanted), await findProgram("postgres", wanted)];
  const as = process.getuid?.() === 0 ? await accountOf("postgres") : undefined;
  if (process.getuid?.() === 0 && !as) throw new ConfigError(texts.noAccount);
  const data = path.join(folder, "postgres");
  const run = socketFolder(folder, "postgres-run", SOCKET);
  for (const one of [data, run]) {
    await mkdir(one, { recursive: true, mode: 0o700 });
    if (as) await chown(one, as.uid, as.gid);
  }
  if ((await ifThere(stat(path.join(data, "PG_VERSION")))) === undefined)
    await runOnce(
      initdb,
      ["-D", data, "-U", ROLE, "-A", "trust", "-E", "UTF8", "--locale=C", "--data-checksums"],
      as,
    );
  const settings = { ...SETTINGS, unix_socket_directories: run };
  const args = [
    "-D",
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const program = new Program(
    {
      name: "PostgreSQL",
      file: postgres,
      args,
      stop: "SIGINT",
      before: () => isLeft(data),
      ...(as && { as }),
    },
    parts,
  );
  const config: PoolConfig = { host: run, user: ROLE, database: "postgres" };
  await program.start(() => answers(config), parts.scope.signal);
  return config;
}

/**
 * Whether the server that the lock file names is there, if only as a process that ended and that nobody has asked for yet: to
 * PostgreSQL it runs, and three refusals end the start.
 */
async function isLeft(data: string): Promise<boolean> {
  const [pid = ""] = ((await ifThere(readFile(path.join(data, "postmaster.pid"), "utf8"))) ?? "").split("\n");
  if (!/^\d+$/.test(pid)) return false;
  // proc(5): number, name in brackets, state.
  const state = (await ifThere(readFile(`/proc/${pid}/stat`, "utf8"))) ?? "";
  return state.startsWith(`${pid} (postgres) `);
}

async function answers(config: PoolConfig): Promise<void> {
  const client = new Client({ ...config, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The newest version first. */
async function debianFolders(): Promise<string[]> {
  const versions = (await ifThere(readdir(DEBIAN))) ?? [];
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(DEBIAN, version, "bin"));
}
