/**
 * A ProFTPD of one's own: plain and explicit TLS on one port, one user, files below a temporary folder.
 *
 *     const server = await startFtpServer({ user: "sicherung", password: "geheim" });
 *     server.port; server.files; server.certificates.ca;
 *     await server.stop();
 */
import { execFile } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { makeCertificates, type TestCertificates } from "./certificates.ts";
import { freePort } from "./ports.ts";
import { type PeerProcess, startProcess } from "./process.ts";
import { waitFor } from "./product.ts";

const BINARY = "/usr/sbin/proftpd";
/** The account `nobody` of Debian. */
const NOBODY = 65_534;

export interface FtpServerOptions {
  user: string;
  password: string;
  /** Further lines of proftpd.conf. */
  config?: readonly string[];
  /** Of another server, to be served as well; a folder of its own without. */
  files?: string;
  /** Address it listens on; 127.0.0.1 without. */
  address?: string;
  /** Program and arguments that start it elsewhere, such as in another network namespace. */
  within?: readonly string[];
}

export interface FtpServer {
  readonly port: number;
  /** Folder the user sees as `/`. */
  readonly files: string;
  readonly certificates: TestCertificates;
  stop(): Promise<void>;
}

export async function startFtpServer(options: FtpServerOptions): Promise<FtpServer> {
  const { address = "127.0.0.1", config = [], password, user, within = [] } = options;
  const folder = await mkdtemp(path.join(os.tmpdir(), "proftpd-"));
  await chmod(folder, 0o755);
  const at = (name: string) => path.join(folder, name);
  const files = options.files ?? at("files");
  if (options.files === undefined) {
    await mkdir(files);
    await chown(files, NOBODY, NOBODY);
  }
  const certificates = await makeCertificates(folder);
  const port = await freePort();
  const { stdout } = await promisify(execFile)("openssl", ["passwd", "-6", password]);
  await writeFile(at("users"), `${user}:${stdout.trim()}:${NOBODY}:${NOBODY}::${files}:/bin/sh\n`, {
    mode: 0o600,
  });
  await writeFile(
    at("proftpd.conf"),
    [
      "ServerName test",
      "ServerType standalone",
      "DefaultServer on",
      `Port ${port}`,
      `DefaultAddress ${address}`,
      "SocketBindTight on",
      "UseIPv6 off",
      "User nobody",
      "Group nogroup",
      "ModulePath /usr/lib/proftpd",
      "LoadModule mod_tls.c",
      `ScoreboardFile ${at("score")}`,
      `DelayTable ${at("delay")}`,
      `PidFile ${at("pid")}`,
      "TransferLog none",
      "WtmpLog off",
      "AuthOrder mod_auth_file.c",
      `AuthUserFile ${at("users")}`,
      "RequireValidShell off",
      "DefaultRoot ~",
      "AllowForeignAddress on",
      "<IfModule mod_tls.c>",
      "TLSEngine on",
      "TLSRequired off",
      `TLSECCertificateFile ${certificates.certFile}`,
      `TLSECCertificateKeyFile ${certificates.keyFile}`,
      "TLSOptions NoSessionReuseRequired",
      "</IfModule>",
      ...config,
      "",
    ].join("\n"),
  );
  const [program, ...before] = [...within, BINARY];
  const server: PeerProcess = await startProcess(program, [...before, "-n", "-c", at("proftpd.conf")], {
    ready: /STARTUP/,
  });
  // It says that it is up a moment before it listens. From here only its own network can be asked.
  if (within.length === 0)
    await waitFor(() => takesConnections(address, port), {
      what: "proftpd to listen",
      detail: () => server.output(),
    });
  return {
    port,
    files,
    certificates,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function takesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
