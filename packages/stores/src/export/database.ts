/**
 * The databases that records go to. Both take the line protocol:
 *
 *     hubwart,channel=mqtt.halle.temperatur value=21.5,quality=0i 1700000000000000000
 *
 * - InfluxDB 2 (and 1.x): InfluxDB v2 API reference, "Write data". Partial writes name what they left out.
 * - QuestDB: "InfluxDB Line Protocol over HTTP". A request is one transaction of its table. The table is made beforehand,
 *   with deduplication, so that a repeated request leaves no second row; where that is forbidden, the first write makes it.
 */
import { waitAsked } from "@hubwart/core";
import { type Exchange, exchange, influxWrite, saying, TargetError } from "@hubwart/core/delivery";
import { texts } from "../texts.ts";
import type { ExportSettings } from "./files.ts";
import { type Verdict, type Write, writeNarrowing } from "./narrow.ts";

/** A batch, on a slow line as well; ms. */
const WITHIN = 30_000;

interface Answer {
  status: number;
  said: string;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export class Database {
  readonly #settings: ExportSettings;
  /** The table of a QuestDB is there. */
  #prepared = false;

  constructor(settings: ExportSettings) {
    this.#settings = settings;
  }

  get label(): string {
    return `${NAMES[this.#settings.kind]} (${this.#settings.shown})`;
  }

  /**
   * @param lines without the name of their table
   * @throws TargetError, German, if nothing was taken or it is not known
   */
  async write(lines: readonly string[], signal: AbortSignal): Promise<Verdict> {
    if (this.#settings.kind === "questdb" && !this.#prepared) await this.#prepare(signal);
    const once: Write = async (some) => this.#judge(await this.#post(some, signal), some.length);
    return await writeNarrowing(lines, once);
  }

  async #post(lines: readonly string[], signal: AbortSignal): Promise<Answer> {
    const { kind, table, token } = this.#settings;
    const body = lines.map((line) => `${table}${line}\n`).join("");
    if (kind === "influxdb")
      return await influxWrite({ ...this.#place(signal), within: WITHIN }, this.#settings, body);
    const { headers, status, text } = await this.#ask(signal, {
      method: "POST",
      path: "/write",
      body,
      within: WITHIN,
      headers: { "content-type": "text/plain; charset=utf-8", ...questAuthorization(token) },
    });
    return { headers, status, text, said: saying(text, "message", "error") };
  }

  #judge({ headers, said, status, text }: Answer, lines: number): Verdict {
    if (status === 204 || status === 200) return { refused: 0 };
    const reason = `${this.#reasonOf(status)} (HTTP ${status})${said === "" ? "." : `: ${said}`}`;
    if (status === 400 || status === 413 || status === 422) {
      const left = Number(/\bpartial write\b.*\bdropped=(\d{1,9})\b/s.exec(said)?.[1] ?? 0);
      // A time the database does not keep any more is no fault of the settings: such lines are given up for good.
      if (left > 0 && (left < lines || said.includes("retention")))
        return { refused: Math.min(left, lines), reason };
      return { refused: lines, reason };
    }
    throw new TargetError(reason, { retryAfter: waitAsked({ headers, text }, Date.now()) });
  }

  #reasonOf(status: number): string {
    const { kind } = this.#settings;
    if (status === 401 || status === 403) return texts.tokenRefused;
    if (status === 404 && kind === "influxdb") return texts.noSuchBucket;
    if (status === 404) return texts.noQuestDb;
    if (status === 429 || status === 503) return texts.overloaded(NAMES[kind]);
    return status >= 500 ? texts.disturbed(NAMES[kind]) : texts.valuesRefused;
  }

  async #prepare(signal: AbortSignal): Promise<void> {
    const { shown, table, token } = this.#settings;
    const query = `CREATE TABLE IF NOT EXISTS "${table}" (timestamp TIMESTAMP, channel SYMBOL, value DOUBLE, text VARCHAR, quality LONG) TIMESTAMP(timestamp) PARTITION BY DAY WAL DEDUP UPSERT KEYS(timestamp, channel)`;
    const { status, text } = await this.#ask(signal, {
      method: "GET",
      path: `/exec?${new URLSearchParams({ query }).toString()}`,
      headers: questAuthorization(token),
    });
    if (status === 401) throw new TargetError(texts.token401);
    // Whoever may only write lets the first write make the table.
    if (status !== 200 && status !== 403 && status !== 404 && status !== 405)
      throw new TargetError(texts.noTable(shown, table, status, saying(text, "error", "message")));
    this.#prepared = true;
  }

  async #ask(signal: AbortSignal, what: Pick<Exchange, "method" | "path" | "headers" | "body" | "within">) {
    const { base, ...place } = this.#place(signal);
    return await exchange({ ...place, ...what, path: `${base}${what.path}` });
  }

  #place(signal: AbortSignal) {
    const { base, host, port, shown, tls } = this.#settings;
    return { base, host, port, shown, tls, signal };
  }
}

const NAMES = { influxdb: "InfluxDB", questdb: "QuestDB" } as const;

/** `user:password` signs in by name, anything else is a token. */
function questAuthorization(token: string): Record<string, string> {
  if (token === "") return {};
  if (!token.includes(":")) return { authorization: `Bearer ${token}` };
  return { authorization: `Basic ${Buffer.from(token, "utf8").toString("base64")}` };
}
