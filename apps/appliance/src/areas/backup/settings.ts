/** The stored backup settings, and how the last backup ended. */
import { BACKUP_DEFAULTS, type BodyOf, type backupConfigSave } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

const use = z.object({ use: z.boolean() });
const config = z.object({
  use: z.boolean(),
  mode: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  time: z.tuple([z.number(), z.number()]),
  wday: z.number(),
  mday: z.number(),
  backup: z.object({
    config: use,
    influxdb: z.object({ use: z.boolean(), token: z.string() }),
    grafana: use,
    mosquitto: use,
    // Settings of older releases lack it.
    recorded: z._default(use, { use: false }),
  }),
  target: z.object({
    ftp: z.object({
      use: z.boolean(),
      tls: z.boolean(),
      verify: z.boolean(),
      host: z.string(),
      port: z.number(),
      user: z.string(),
      pwd: z.string(),
      pasv: z.boolean(),
      path: z.string(),
    }),
  }),
  pwd: z.string(),
});
export type BackupConfig = z.output<typeof config>;
export type FtpTarget = BackupConfig["target"]["ftp"];

const CONFIG = defineSetting({
  name: "backup.config",
  schema: config,
  fallback: {
    use: false,
    mode: 1,
    time: [2, 0],
    wday: 0,
    mday: 1,
    backup: {
      config: { use: true },
      influxdb: { use: false, token: "" },
      grafana: { use: false },
      mosquitto: { use: false },
      recorded: { use: false },
    },
    target: {
      ftp: {
        use: false,
        tls: false,
        verify: false,
        host: "",
        port: BACKUP_DEFAULTS.port,
        user: "",
        pwd: "",
        pasv: true,
        path: BACKUP_DEFAULTS.path,
      },
    },
    pwd: "",
  },
  tells: ({ pwd, target: { ftp }, ...mark }) => [
    { about: "others", name: texts.scheduleAndParts, mark },
    ...(pwd === "" ? [] : [{ about: "accounts", name: texts.password, mark: pwd } as const]),
    ...(ftp.host === ""
      ? []
      : [
          {
            about: "targets",
            name: texts.ftp,
            shows: `${ftp.host}:${ftp.port}${ftp.use ? "" : ", ausgeschaltet"}`,
            mark: ftp,
          } as const,
        ]),
  ],
});

const memory = z.object({
  /** When the next scheduled backup is due, ms since the epoch; null while none is. */
  due: z.nullable(z.number()),
  /** When a backup last ended well, ms since the epoch. */
  good: z.nullable(z.number()),
  last: z.nullable(
    z.object({
      start: z.number(),
      end: z.number(),
      success: z.boolean(),
      error: z.optional(z.string()),
      /** German: what the backup does not contain. */
      left: z.array(z.string()),
      ftp: z.object({ active: z.boolean(), success: z.boolean() }),
    }),
  ),
});
export type BackupMemory = z.output<typeof memory>;

const MEMORY = defineSetting({
  name: "backup.memory",
  memory: true,
  schema: memory,
  fallback: { due: null, good: null, last: null },
});

/** The password goes to the server and the user it was given for, protected as then. */
function keptPassword({ pwd, ...before }: FtpTarget, given: Omit<FtpTarget, "pwd">): string {
  if (pwd === "" || placeOf(before) === placeOf(given)) return pwd;
  if (given.host.trim() === "") return "";
  throw new InvalidInputError([{ field: "target.ftp.pwd", message: texts.ftpPasswordAgain }]);
}

const placeOf = ({ host, port, tls, user, verify }: Omit<FtpTarget, "pwd">): string =>
  JSON.stringify([host, port, user, tls, tls && verify]);

export class BackupSettings {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  config(): BackupConfig {
    return this.#store.settings.read(CONFIG);
  }

  /** A secret that is left out is kept. @throws InvalidInputError */
  save({ backup, pwd, target, ...schedule }: BodyOf<typeof backupConfigSave>): void {
    const before = this.config();
    const { influxdb } = backup;
    const next: BackupConfig = {
      ...schedule,
      backup: {
        ...backup,
        recorded: backup.recorded ?? before.backup.recorded,
        influxdb: { use: influxdb.use, token: influxdb.token ?? before.backup.influxdb.token },
      },
      target: { ftp: { ...target.ftp, pwd: target.ftp.pwd ?? keptPassword(before.target.ftp, target.ftp) } },
      pwd: pwd ?? before.pwd,
    };
    this.#store.settings.write(CONFIG, next, this.#now());
  }

  /** When somebody saved them last, ms since the epoch. */
  savedAt(): number | undefined {
    return this.#store.settings.all().find(({ name }) => name === CONFIG.name)?.changed;
  }

  memory(): BackupMemory {
    return this.#store.settings.read(MEMORY);
  }

  remember(change: Partial<BackupMemory>): void {
    this.#store.settings.write(MEMORY, { ...this.memory(), ...change }, this.#now());
  }
}
