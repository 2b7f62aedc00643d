/**
 * Active FTP by curl: the server connects back for the data. User and password go to curl by its standard input, never
 * as an argument (curl(1), `--config -`).
 */
import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import path from "node:path";
import { FtpTargetError, type FtpTransfer } from "./ftp.ts";
import type { FtpTarget } from "./settings.ts";

/** curl's exit codes that an administrator can do something about. */
const REASONS: Record<number, string> = {
  6: "Der Name des FTP-Servers ist nicht bekannt.",
  7: "Der FTP-Server nimmt unter dieser Adresse und diesem Port keine Verbindung an.",
  9: "Der FTP-Server erlaubt das Schreiben in diesem Pfad nicht.",
  10: "Der FTP-Server kann keine Datenverbindung zu diesem Gerät öffnen (aktiver Modus). Verwenden Sie den passiven Modus.",
  12: "Der FTP-Server kann keine Datenverbindung zu diesem Gerät öffnen (aktiver Modus). Verwenden Sie den passiven Modus.",
  25: "Der FTP-Server nimmt die Datei nicht an.",
  28: "Der FTP-Server antwortet nicht.",
  30: "Der FTP-Server unterstützt den aktiven Modus nicht. Verwenden Sie den passiven Modus.",
  55: "Der FTP-Server hat die Verbindung abgebrochen.",
  56: "Der FTP-Server hat die Verbindung abgebrochen.",
  60: "Das Zertifikat des FTP-Servers ist nicht vertrauenswürdig oder gilt nicht für diesen Namen.",
  64: "Der FTP-Server bietet keine verschlüsselte Verbindung an.",
  67: "Der FTP-Server hat Benutzername oder Passwort abgelehnt.",
  70: "Beim FTP-Server ist nicht genug Platz.",
};

export async function curlFtp(
  target: FtpTarget,
  file: string,
  { progress, signal }: FtpTransfer,
): Promise<void> {
  const { size } = await stat(file);
  const name = path.basename(file);
  const folder = target.path.split("/").filter((segment) => segment !== "");
  const directory = [...folder.map(encodeURIComponent), ""].join("/");
  // Two slashes: from the server's root, as in passive mode.
  const base = `ftp://${target.host}:${String(target.port)}/%2F${directory}`;
  const pathOf = (leaf: string) => `/${[...folder, leaf].join("/")}`;
  progress(0, size);
  const config = [
    `user = ${quoted(`${target.user === "" ? "anonymous" : target.user}:${target.pwd}`)}`,
    `upload-file = ${quoted(file)}`,
    `url = ${quoted(`${base}${encodeURIComponent(`${name}.part`)}`)}`,
    // After the transfer, and only if it went well.
    `quote = ${quoted(`-RNFR ${pathOf(`${name}.part`)}`)}`,
    `quote = ${quoted(`-RNTO ${pathOf(name)}`)}`,
    "ftp-port = -",
    "ftp-create-dirs",
    "connect-timeout = 30",
    "speed-time = 60",
    "speed-limit = 1",
    "silent",
    "show-error",
    ...(target.tls ? ["ssl-reqd", ...(target.verify ? [] : ["insecure"])] : []),
  ];
  await runCurl(config.join("\n"), signal);
  progress(size, size);
}

function runCurl(config: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("curl", ["--disable", "--config", "-"], {
      stdio: ["pipe", "ignore", "ignore"],
      signal,
      env: { PATH: "/usr/bin:/bin" },
    });
    child.once("error", (error) =>
      reject(
        "code" in error && error.code === "ENOENT"
          ? new FtpTargetError(
              "Der aktive Modus braucht das Programm „curl“, das hier fehlt. Verwenden Sie den passiven Modus.",
            )
          : error,
      ),
    );
    child.once("close", (code) => {
      if (code === 0) resolve();
      else
        reject(
          new FtpTargetError(
            REASONS[code ?? -1] ?? `Die Übertragung ist fehlgeschlagen (curl ${String(code)}).`,
          ),
        );
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(config);
  });
}

/** A value of curl's configuration file; a line break would begin another option. */
function quoted(value: string): string {
  if (/[\r\n\0]/.test(value))
    throw new FtpTargetError("Zeilenumbrüche sind in den FTP-Angaben nicht erlaubt.");
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
