import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { anyPassword, bytes, newPassword, unixSeconds } from "../shapes.ts";

const ftp = {
  use: z.boolean(),
  tls: z.boolean(),
  verify: describe(z.boolean(), "with `tls`: the server's certificate is validated"),
  host: z.string().check(z.maxLength(253)),
  port: z.int().check(z.minimum(1), z.maximum(65535)),
  user: z.string().check(z.maxLength(200)),
  pasv: z.boolean(),
  path: z.string().check(z.maxLength(500)),
};
const token = z.string().check(z.maxLength(500));
const schedule = {
  use: z.boolean(),
  mode: describe(z.union([z.literal(1), z.literal(2), z.literal(3)]), "1 daily, 2 weekly, 3 monthly"),
  time: describe(
    z.tuple([z.int().check(z.minimum(0), z.maximum(23)), z.int().check(z.minimum(0), z.maximum(59))]),
    "[hour, minute] in the device's time zone",
  ),
  wday: describe(z.int().check(z.minimum(0), z.maximum(6)), "0 Sunday to 6 Saturday"),
  mday: describe(z.int().check(z.minimum(1), z.maximum(31)), "day of month; in shorter months the last day"),
};
const use = z.object({ use: z.boolean() });
const included = { config: use, grafana: use, mosquitto: use };

export const BACKUP_DEFAULTS = { port: LIMITS.ftpPort, path: "/" } as const;

export const backupState = call({
  method: "GET",
  path: "/backup/state",
  summary: "Whether a backup runs, how the last one ended, and the files that are kept.",
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: false,
  answer: answer({
    active: z.boolean(),
    next: describe(z.nullable(unixSeconds()), "when the next scheduled backup is due; null while none is"),
    last: z.nullable(
      z.object({
        start: unixSeconds(),
        end: unixSeconds(),
        success: z.boolean(),
        error: z.optional(describe(z.string(), "German")),
        left: describe(z.array(z.string()), "German: what the backup does not contain"),
        upload: z.object({ ftp: z.object({ active: z.boolean(), success: z.boolean() }) }),
      }),
    ),
    files: z.array(z.object({ name: z.string(), size: bytes(), ts: unixSeconds() })),
  }),
});

export const backupConfig = call({
  method: "GET",
  path: "/backup/config",
  summary: "The backup settings; passwords and tokens only as `has_…`.",
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: false,
  etag: ["use", "mode", "time", "wday", "mday", "backup", "target", "has_pwd"],
  answer: answer({
    ...schedule,
    backup: z.object({
      ...included,
      influxdb: z.object({ use: z.boolean(), has_token: z.boolean() }),
      recorded: describe(use, "recorded values, which may be large"),
    }),
    target: z.object({ ftp: z.object({ ...ftp, has_pwd: z.boolean() }) }),
    has_pwd: describe(z.boolean(), "backups are encrypted"),
    room: z.object({
      recorded: describe(bytes(), "the recorded values as they are now"),
      free: describe(bytes(), "on the data disk"),
    }),
  }),
});

export const backupConfigSave = call({
  method: "POST",
  path: "/backup/config",
  summary:
    "Saves the backup settings. A secret that is left out is kept; the FTP password has to be given again for another server, port, user or protection.",
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: true,
  guard: "backupConfig",
  body: z.object({
    ...schedule,
    backup: z.object({
      ...included,
      influxdb: z.object({ use: z.boolean(), token: z.optional(token) }),
      recorded: z.optional(describe(use, "recorded values; left out: as before")),
    }),
    target: z.object({ ftp: z.object({ ...ftp, pwd: z.optional(anyPassword()) }) }),
    pwd: z.optional(describe(anyPassword(), "password of the backups, empty for none")),
  }),
});

const kept = () =>
  z
    .string()
    .check(
      z.regex(
        /^hubwart-[A-Za-z0-9._-]{1,64}-\d{8}T\d{6}Z\.tar(\.age)?$/,
        "Erlaubt ist der Name einer Sicherung, zum Beispiel hubwart-haus-20261124T020000Z.tar.",
      ),
    );

export const backupRun = call({
  method: "POST",
  path: "/backup/run",
  summary: "Makes a backup now; a job.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  answer: answer({ job: describe(z.int(), "number of the job") }),
});

export const backupDownload = call({
  method: "GET",
  path: "/backup/file",
  summary: "A kept backup: a tar archive, encrypted in the age format where there is a password.",
  needs: "admin",
  channels: "whole",
  mutates: false,
  query: z.object({ file: kept() }),
  content: "application/octet-stream",
});

export const backupDelete = call({
  method: "GET",
  path: "/backup/delete",
  summary: "Removes a kept backup from the device.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  query: z.object({ file: kept() }),
});

const candidate = () =>
  z
    .string()
    .check(
      z.regex(
        /^[A-Za-z0-9_-]{22}$/,
        "Erlaubt sind 22 Zeichen: Buchstaben ohne Umlaute, Ziffern, „_“ und „-“.",
      ),
    );

export const restoreFiles = call({
  method: "GET",
  path: "/backup/restore/files",
  summary: "The backups at the FTP target of the settings.",
  needs: "admin",
  channels: "whole",
  mutates: false,
  answer: answer({ files: z.array(z.object({ name: z.string(), size: bytes() })) }),
});

export const restoreOpen = call({
  method: "POST",
  path: "/backup/restore/open",
  summary:
    "Makes a backup that is kept on the device, or lies at the FTP target, ready to be looked into; fetching is a job.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  body: z.object({ source: z.enum(["device", "ftp"]), file: kept() }),
  answer: answer({
    id: describe(z.string(), "names the opened backup for half an hour"),
    encrypted: z.boolean(),
  }),
});

export const restoreUpload = call({
  method: "POST",
  path: "/backup/restore/upload",
  summary: "Takes a backup file; the one uploaded before goes.",
  access: "setup",
  needs: "admin",
  channels: "whole",
  mutates: true,
  upload: { file: "backup", most: LIMITS.backupBytes },
  answer: answer({ id: z.string(), encrypted: z.boolean() }),
});

export const restoreLook = call({
  method: "POST",
  path: "/backup/restore/look",
  summary: "What an opened backup contains. A wrong password (1203) is throttled like a sign-in.",
  access: "setup",
  needs: "admin",
  channels: "whole",
  mutates: false,
  body: z.object({ id: candidate(), pwd: z.optional(anyPassword()) }),
  answer: answer({
    host: z.string(),
    product: z.string(),
    version: z.string(),
    created: unixSeconds(),
    encrypted: z.boolean(),
    origin: z.object({
      from: describe(
        z.enum(["own", "device", "unknown"]),
        "signed by this device, by another one, or by nobody; a signature that does not hold is refused (1702)",
      ),
      fingerprint: describe(z.string(), "of the key that signed it; empty without one"),
    }),
    password: describe(z.boolean(), "brings the console's password along, which applies afterwards"),
    parts: z.array(
      z.object({
        name: z.string(),
        label: describe(z.string(), "German"),
        size: bytes(),
        moves: describe(z.boolean(), "can be restored"),
        chosen: describe(z.boolean(), "as proposed"),
        note: describe(z.string(), "German: why it stays, or when not to choose it; empty for nothing"),
      }),
    ),
    left: describe(z.array(z.string()), "German: what the backup does not contain"),
  }),
});

const texts = () => z.array(z.string());

export const restoreChanges = call({
  method: "POST",
  path: "/backup/restore/changes",
  summary:
    "What an opened backup would change on this device: accounts, targets, scripts, ports, certificates; no secrets.",
  access: "setup",
  needs: "admin",
  channels: "whole",
  mutates: false,
  body: z.object({ id: candidate(), pwd: z.optional(anyPassword()) }),
  answer: answer({
    changes: z.array(
      z.object({
        part: describe(z.string(), "as in `/backup/restore/look`"),
        about: z.enum(["accounts", "targets", "scripts", "ports", "certificates", "others"]),
        added: describe(texts(), "German: only in the backup"),
        gone: describe(texts(), "German: only on the device"),
        changed: describe(texts(), "German: in both, and not the same"),
        more: describe(z.int(), "of the three together, beyond those listed"),
      }),
    ),
    compared: describe(texts(), "parts that were compared"),
    unread: z.array(
      z.object({ part: z.string(), reason: describe(z.string(), "German: why it was not compared") }),
    ),
  }),
});

export const restoreStart = call({
  method: "POST",
  path: "/backup/restore/start",
  summary:
    "Restores parts of an opened backup; a job. Everything is checked before anything is touched; the system restarts.",
  access: "setup",
  needs: "admin",
  channels: "whole",
  mutates: true,
  body: z.object({
    id: candidate(),
    pwd: z.optional(anyPassword()),
    parts: z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(64)),
    first: z.optional(
      describe(
        newPassword(),
        "first password of the console, on a device without one, if the backup brings none",
      ),
    ),
  }),
  answer: answer({ job: z.int() }),
});

export const restoreResult = call({
  method: "GET",
  path: "/backup/restore/result",
  summary: "How the restore of an opened backup goes or went, also after the restart and without a session.",
  access: "public",
  mutates: false,
  query: z.object({ id: candidate() }),
  answer: answer({
    state: z.enum(["none", "running", "done", "failed"]),
    step: describe(z.string(), "German: what is being done"),
    message: describe(z.string(), "German: why it failed"),
  }),
});
