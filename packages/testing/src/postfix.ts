/**
 * Postfix, a mail server that is not ours, with STARTTLS and mailboxes at `haus.test` as folders of files.
 *
 *     const postfix = await startPostfix();
 *     postfix.port; postfix.ca;                            // of 127.0.0.1
 *     await postfix.mails("anna");                         // headers and body of each, as delivered
 *     await postfix.down(); await postfix.up();            // nobody listens meanwhile; mailboxes stay
 *     await postfix.stop();
 *
 * Needs root: its parts change their user.
 */
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { makeCertificates } from "./certificates.ts";
import { freePort } from "./ports.ts";
import { startProcess } from "./process.ts";
import { waitFor } from "./product.ts";

const run = promisify(execFile);
const DOMAIN = "haus.test";

export async function startPostfix() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "postfix-"));
  const port = await freePort();
  const [queue, data, boxes] = ["queue", "data", "boxes"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await chmod(folder, 0o755);
  for (const each of [queue, data, boxes]) await mkdir(each, { mode: 0o755 });
  await run("chown", ["postfix", data, boxes]);
  const { ca, certFile, keyFile } = await makeCertificates(folder);
  const user = (await run("id", ["-u", "postfix"])).stdout.trim();
  await writeFile(
    path.join(folder, "main.cf"),
    [
      "compatibility_level = 3.6",
      `queue_directory = ${queue}`,
      `data_directory = ${data}`,
      "command_directory = /usr/sbin",
      "daemon_directory = /usr/lib/postfix/sbin",
      "mail_owner = postfix",
      "setgid_group = postdrop",
      `maillog_file = ${path.join(folder, "log")}`,
      `maillog_file_prefixes = ${folder}`,
      "inet_interfaces = 127.0.0.1",
      "inet_protocols = ipv4",
      "myhostname = post.haus.test",
      "mydestination =",
      "alias_maps =",
      `virtual_mailbox_domains = ${DOMAIN}`,
      `virtual_mailbox_base = ${boxes}`,
      "virtual_mailbox_maps = inline:{ { anna@haus.test = anna/ }, { bert@haus.test = bert/ } }",
      `virtual_uid_maps = static:${user}`,
      `virtual_gid_maps = static:${user}`,
      `virtual_minimum_uid = ${Math.min(100, Number(user))}`,
      "smtpd_relay_restrictions = reject_unauth_destination",
      "smtpd_tls_security_level = encrypt",
      `smtpd_tls_cert_file = ${certFile}`,
      `smtpd_tls_key_file = ${keyFile}`,
      "",
    ].join("\n"),
  );
  await writeFile(
    path.join(folder, "master.cf"),
    [
      `127.0.0.1:${port} inet n - n - - smtpd`,
      "cleanup unix n - n - 0 cleanup",
      "qmgr unix n - n 300 1 qmgr",
      "tlsmgr unix - - n 1000? 1 tlsmgr",
      "rewrite unix - - n - - trivial-rewrite",
      "bounce unix - - n - 0 bounce",
      "defer unix - - n - 0 bounce",
      "anvil unix - - n - 1 anvil",
      "proxymap unix - - n - - proxymap",
      "virtual unix - n n - - virtual",
      "postlog unix-dgram n - n - 1 postlogd",
      "",
    ].join("\n"),
  );
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    // Makes the folders of the queue.
    await run("/usr/sbin/postfix", ["-c", folder, "check"], { timeout: 30_000 });
    const master = async () => {
      const started = await startProcess("/usr/lib/postfix/sbin/master", ["-c", folder, "-d"]);
      await waitFor(() => answers(port), { what: "Postfix to listen", timeout: 30_000 });
      return started;
    };
    let peer = await master();
    return {
      port,
      ca,
      down: () => peer.stop(),
      async up() {
        peer = await master();
      },
      async mails(name: "anna" | "bert"): Promise<string[]> {
        const box = path.join(boxes, name, "new");
        const files = await readdir(box).catch(() => []);
        return await Promise.all(
          files.toSorted((a, b) => a.localeCompare(b)).map((file) => readFile(path.join(box, file), "utf8")),
        );
      },
      async stop() {
        await peer.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}
