/**
 * lighttpd with digest authentication: an implementation of RFC 7616 that is not ours.
 *
 *     const web = await startLighttpd({ user: "u", password: "p", files: { "md5/a": "1" } });
 *     web.url;                                   // below /md5 by MD5, below /sha256 by SHA-256
 *     await web.stop();
 */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "./ports.ts";
import { startWebPeer } from "./web-peer.ts";

export interface LighttpdOptions {
  user: string;
  password: string;
  /** Path below the root → content. */
  files: Record<string, string>;
}

const REALM = "Geraete";

export async function startLighttpd({ files, password, user }: LighttpdOptions) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "lighttpd-"));
  const port = await freePort();
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, "www", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const users = path.join(folder, "users");
  const line = (hash: string) =>
    `${user}:${REALM}:${createHash(hash).update(`${user}:${REALM}:${password}`).digest("hex")}`;
  await writeFile(users, `${line("md5")}\n${line("sha256")}\n`, { mode: 0o600 });
  const rule = (algorithm: string) =>
    `("method" => "digest", "realm" => "${REALM}", "require" => "valid-user", "algorithm" => "${algorithm}")`;
  const file = path.join(folder, "lighttpd.conf");
  await writeFile(
    file,
    [
      `server.document-root = "${path.join(folder, "www")}"`,
      `server.port = ${port}`,
      'server.bind = "127.0.0.1"',
      'server.modules = ("mod_auth", "mod_authn_file")',
      'mimetype.assign = ("" => "text/plain")',
      'auth.backend = "htdigest"',
      `auth.backend.htdigest.userfile = "${users}"`,
      `auth.require = ("/md5" => ${rule("MD5")}, "/sha256" => ${rule("SHA-256")})`,
      "",
    ].join("\n"),
  );
  return startWebPeer(folder, port, ["/usr/sbin/lighttpd", "-D", "-f", file], /server started/);
}
