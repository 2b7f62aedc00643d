/**
 * Apache with digest authentication (mod_auth_digest, MD5): compares the request's target with the one that was signed,
 * query included, and lets a nonce live for a second.
 *
 *     const web = await startApache({ user: "u", password: "p", files: { wert: "21.5" } });
 *     web.url;
 *     await web.stop();
 */
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "./ports.ts";
import { startWebPeer } from "./web-peer.ts";

export interface ApacheOptions {
  user: string;
  password: string;
  /** Path below the root → content. */
  files: Record<string, string>;
}

const REALM = "Geraete";
const MODULES = ["mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_digest"];

export async function startApache({ files, password, user }: ApacheOptions) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "apache-"));
  const at = (name: string) => path.join(folder, name);
  // Its workers are another account.
  await chmod(folder, 0o755);
  const port = await freePort();
  await mkdir(at("www"));
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(at("www"), name), content);
  const hash = createHash("md5").update(`${user}:${REALM}:${password}`).digest("hex");
  await writeFile(at("users"), `${user}:${REALM}:${hash}\n`, { mode: 0o644 });
  await writeFile(
    at("apache.conf"),
    [
      ...MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
      "ServerName 127.0.0.1",
      `Listen 127.0.0.1:${port}`,
      `PidFile ${at("pid")}`,
      `DefaultRuntimeDir ${folder}`,
      // Its standard error is a socket, which it cannot open by name.
      `ErrorLog "|/usr/bin/tee ${at("log")}"`,
      "User nobody",
      "Group nogroup",
      `DocumentRoot ${at("www")}`,
      "<Location />",
      "AuthType Digest",
      `AuthName "${REALM}"`,
      `AuthUserFile ${at("users")}`,
      "AuthDigestNonceLifetime 1",
      "Require valid-user",
      "</Location>",
      "",
    ].join("\n"),
  );
  return startWebPeer(
    folder,
    port,
    ["/usr/sbin/apache2", "-D", "FOREGROUND", "-f", at("apache.conf")],
    /resuming normal operations/,
  );
}
