/**
 * Handing recorded values on to a time-series database: the settings, a test, and how it goes. The recorder does it, from a
 * file this service writes (packages/stores/export); nothing here needs the hub.
 *
 * Invariant: the file is the settings' shadow. It is written after each save and at each start, so that a power cut between
 * the two, or a restored backup, is made good.
 */
import { resolveAddOn } from "@hubwart/containers";
import { type BodyInput, LAKE_EXPORT_KINDS, LIMITS, type lakeExportSave } from "@hubwart/contract";
import { type Clock, errorText, InvalidInputError, type Logger, type Scope } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import {
  Database,
  type ExportSettings,
  type ExportStatus,
  RecordLines,
  readExportStatus,
  writeExportSettings,
} from "@hubwart/stores/export";
import * as z from "zod/mini";
import { complaining } from "../../complaining.ts";
import type { Finding } from "../../status.ts";
import { texts } from "./texts.ts";

const schema = z.object({
  active: z.boolean(),
  kind: z.enum(LAKE_EXPORT_KINDS),
  url: z.string(),
  org: z.string(),
  bucket: z.string(),
  table: z.string(),
  /** MB. */
  buffer: z.number(),
  token: z.string(),
});
export type ExportConfig = z.output<typeof schema>;

/** How often the recorder's report is looked at, for findings; ms. */
const LOOK_EVERY = 10_000;
/** A recorder that said nothing for so long does not run, ms. */
const SILENT = 45_000;
/** A short outage is no finding, ms. */
const PATIENCE = 60_000;
/** A loss is told for so long, ms. */
const LOSS_TOLD = 86_400_000;
const ROUTE = "/resources/stores";

export interface LakeExportOptions {
  store: Store;
  /** `layout.lake` */
  folder: string;
  /** Whether there is a recorder to hear from: the hub runs a project with recorded channels. */
  records: () => Promise<boolean>;
  /** Of the product; default of the table. */
  slug: string;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

export class LakeExport {
  readonly #options: LakeExportOptions;
  readonly #setting;
  #status: ExportStatus | undefined;
  /** Since when nothing is heard of an export that should go; monotonic. */
  #silentSince: number | undefined;

  private constructor(options: LakeExportOptions) {
    this.#options = options;
    this.#setting = defineSetting({
      name: "lake.export",
      schema,
      fallback: {
        active: false,
        kind: "influxdb",
        url: "",
        org: "",
        bucket: options.slug,
        table: options.slug,
        buffer: 256,
        token: "",
      },
      tells: ({ active, url, ...mark }) =>
        url === ""
          ? []
          : [
              {
                about: "targets",
                name: texts.export,
                shows: `${url}${active ? "" : ", ausgeschaltet"}`,
                mark,
              },
            ],
    });
  }

  static async start(options: LakeExportOptions): Promise<LakeExport> {
    const service = new LakeExport(options);
    const { clock, log, scope } = options;
    try {
      if (service.config().url !== "") await service.#hand(service.config());
      await service.look();
    } catch (error) {
      log.error(texts.exportSettings(errorText(error)));
    }
    const look = complaining(log, texts.exportState, () => service.look());
    scope.add(clock.every(LOOK_EVERY, () => void look()));
    return service;
  }

  config(): ExportConfig {
    return this.#options.store.settings.read(this.#setting);
  }

  /** @throws InvalidInputError */
  async save({ token, ...given }: BodyInput<typeof lakeExportSave>): Promise<void> {
    const config: ExportConfig = { ...given, token: token ?? this.#kept(given.url) };
    needed(config);
    this.#options.store.settings.write(this.#setting, config, this.#options.clock.now());
    await this.#hand(config);
  }

  /** Writes one point; says in German what became of it. */
  async test(signal: AbortSignal): Promise<{ delivered: boolean; text: string }> {
    const config = this.config();
    needed({ ...config, active: true });
    const database = new Database(placed(config));
    const line = new RecordLines().line(`${config.table}.test`, this.#options.clock.now(), 1, 0);
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.forwardingTest)]);
      const { reason } = await database.write([line], limit);
      if (reason !== undefined) return { delivered: false, text: reason };
      return { delivered: true, text: texts.wrote(database.label, config.table) };
    } catch (error) {
      return { delivered: false, text: errorText(error) };
    }
  }

  async status() {
    await this.look();
    const status = this.#status;
    const { clock } = this.#options;
    return {
      running: status !== undefined && status.active && clock.now() - status.ts < SILENT,
      pending: status?.pending ?? 0,
      bytes: status?.bytes ?? 0,
      sent: status?.sent ?? 0,
      refused: status?.refused ?? 0,
      dropped: status?.dropped ?? 0,
      last_success: status?.lastSuccess ?? 0,
      last_error: status?.lastError ?? null,
      failing_since: status?.failingSince ?? 0,
      retry: status?.retry ?? 0,
    };
  }

  findings(): Finding[] {
    const config = this.config();
    const status = this.#status;
    if (!config.active) return [];
    const { clock } = this.#options;
    const now = clock.now();
    const database = `${config.kind === "influxdb" ? "InfluxDB" : "QuestDB"} (${config.url})`;
    if (this.#silentSince !== undefined && clock.monotonic() - this.#silentSince >= PATIENCE)
      return [
        {
          code: "lake-export-silent",
          level: 2,
          text: texts.noReport(database),
          route: ROUTE,
        },
      ];
    if (!status?.active) return [];
    const findings: Finding[] = [];
    if (status.failingSince > 0 && now - status.failingSince > PATIENCE)
      findings.push({
        code: "lake-export",
        level: 2,
        text: texts.notReached(database, status.lastError?.text),
        route: ROUTE,
      });
    if (status.lastDrop > 0 && now - status.lastDrop < LOSS_TOLD)
      findings.push({
        code: "lake-export-loss",
        level: 2,
        text: texts.lost(database),
        route: ROUTE,
      });
    return findings;
  }

  /** Reads what the recorder says. */
  async look(): Promise<void> {
    const { clock, folder, records } = this.#options;
    this.#status = await readExportStatus(folder);
    const told = this.#status?.active === true && clock.now() - this.#status.ts < SILENT;
    const silent = this.config().active && !told && (await records());
    this.#silentSince = silent ? (this.#silentSince ?? clock.monotonic()) : undefined;
  }

  /** A token goes to the server it was given for, and to no other. */
  #kept(url: string): string {
    const before = this.config();
    if (before.token === "" || originOf(before.url) === originOf(url)) return before.token;
    if (url === "") return "";
    throw new InvalidInputError([{ field: "token", message: texts.tokenAgain }]);
  }

  async #hand(config: ExportConfig): Promise<void> {
    await writeExportSettings(this.#options.folder, placed(config));
  }
}

/** Scheme, host and port. */
const originOf = (url: string): string => (url === "" ? "" : new URL(url).origin);

/** What an active export cannot do without. */
function needed({ active, bucket, kind, url }: ExportConfig): void {
  if (!active) return;
  const missing = [];
  if (url === "") missing.push({ field: "url", message: texts.addressNeeded });
  if (kind === "influxdb" && bucket === "") missing.push({ field: "bucket", message: texts.bucketNeeded });
  if (missing.length > 0) throw new InvalidInputError(missing);
}

/** Names of add-ons lead to where they are reached on this device. */
function placed({ buffer, url, ...config }: ExportConfig): ExportSettings {
  const { hostname, pathname, port, protocol } = new URL(url === "" ? "http://localhost" : url);
  const tls = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const number = port === "" ? (tls ? 443 : 80) : Number(port);
  return {
    ...config,
    tls,
    shown: url,
    base: pathname.replace(/\/+$/, ""),
    most: buffer * 1_000_000,
    ...(resolveAddOn(host, number) ?? { host, port: number }),
  };
}
