/**
 * A stand-in for QuestDB, which is not to be had for tests: `GET /exec` for one `CREATE TABLE` and `POST /write`, as the
 * public reference describes them ("REST API", "InfluxDB Line Protocol over HTTP"). A request is one transaction; tables
 * with `DEDUP UPSERT KEYS` keep one row per key. Strict: what the reference does not allow is refused.
 * `docs/test-peers.md` says what it cannot prove.
 *
 *     const quest = await startQuestdb({ token: "…" });
 *     quest.rows("hubwart");
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface QuestdbRow {
  channel: string;
  value: number | null;
  text: string | null;
  quality: number | null;
  /** ns, as text. */
  timestamp: string;
}

export interface Questdb {
  readonly port: number;
  rows(table: string): QuestdbRow[];
  /** Lines that match are of the wrong type. */
  refuses: RegExp | undefined;
  /** Whoever may write may not run SQL. */
  readOnlySql: boolean;
  /** `/write` requests so far. */
  readonly writes: number;
  stop(): Promise<void>;
}

const CREATE =
  /^CREATE TABLE IF NOT EXISTS "([A-Za-z0-9_-]+)" \(timestamp TIMESTAMP, channel SYMBOL, value DOUBLE, text VARCHAR, quality LONG\) TIMESTAMP\(timestamp\) PARTITION BY DAY WAL DEDUP UPSERT KEYS\(timestamp, channel\)$/;
const LINE =
  /^([A-Za-z0-9_-]+),channel=((?:\\[,= ]|[^,= \\])+) ((?:value|text|quality)=(?:"(?:\\["\\]|[^"\\])*"|[^," ]+)(?:,(?:value|text|quality)=(?:"(?:\\["\\]|[^"\\])*"|[^," ]+))*) (\d{19})$/;

export async function startQuestdb({ token = "" }: { token?: string } = {}): Promise<Questdb> {
  const tables = new Map<string, { dedup: boolean; rows: Map<string, QuestdbRow> }>();
  let writes = 0;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? "/", "http://stand-in");
      const { json, status } = answer(request, url, body);
      response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
      response.end(json === undefined ? undefined : JSON.stringify(json));
    });
  });
  const peer = {
    refuses: undefined as RegExp | undefined,
    readOnlySql: false,
    port: 0,
    get writes() {
      return writes;
    },
    rows: (table: string) => [...(tables.get(table)?.rows.values() ?? [])],
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function answer(request: IncomingMessage, url: URL, body: string): { status: number; json?: object } {
    if (token !== "" && request.headers.authorization !== expected(token))
      return { status: 401, json: { message: "Unauthorized" } };
    if (url.pathname === "/exec" && request.method === "GET")
      return execute(url.searchParams.get("query") ?? "");
    if (url.pathname === "/write" && request.method === "POST") return write(url, body);
    return { status: 404, json: { message: "Not Found" } };
  }

  function execute(query: string): { status: number; json?: object } {
    if (peer.readOnlySql) return { status: 403, json: { query, error: "permission denied", position: 0 } };
    const table = CREATE.exec(query)?.[1];
    if (table === undefined) return { status: 400, json: { query, error: "unexpected token", position: 0 } };
    if (!tables.has(table)) tables.set(table, { dedup: true, rows: new Map() });
    return { status: 200, json: { ddl: "OK" } };
  }

  function write(url: URL, body: string): { status: number; json?: object } {
    writes += 1;
    for (const name of url.searchParams.keys())
      if (name !== "precision") return invalid(`unknown parameter ${name}`, 0);
    if (!body.endsWith("\n")) return invalid("a line does not end", 0);
    const lines = split(body.slice(0, -1));
    const parsed: [table: string, row: QuestdbRow][] = [];
    for (const [at, line] of lines.entries()) {
      const row = parse(line);
      if (!row || peer.refuses?.test(line)) return invalid("cast error from protocol type", at + 1);
      parsed.push(row);
    }
    for (const [name, row] of parsed) {
      const table = tables.get(name) ?? { dedup: false, rows: new Map<string, QuestdbRow>() };
      tables.set(name, table);
      table.rows.set(table.dedup ? `${row.timestamp} ${row.channel}` : String(table.rows.size), row);
    }
    return { status: 204 };
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  peer.port = (server.address() as AddressInfo).port;
  return peer;
}

const invalid = (message: string, line: number) => ({
  status: 400,
  json: { code: "invalid", message: `failed to parse line protocol: ${message}`, line, errorId: "0-1" },
});

const expected = (token: string) =>
  token.includes(":") ? `Basic ${Buffer.from(token).toString("base64")}` : `Bearer ${token}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/** At line ends outside of quotes. */
function split(body: string): string[] {
  return body.match(/(?:"(?:\\["\\]|[^"\\])*"|[^"\n])+/g) ?? [];
}

function parse(line: string): [table: string, row: QuestdbRow] | undefined {
  const [, table = "", channel = "", fields = "", timestamp = ""] = LINE.exec(line) ?? [];
  if (table === "") return undefined;
  const row: QuestdbRow = {
    channel: channel.replace(/\\([,= ])/g, "$1"),
    value: null,
    text: null,
    quality: null,
    timestamp,
  };
  for (const [, name, given = ""] of fields.matchAll(/(\w+)=("(?:\\["\\]|[^"\\])*"|[^,"]+)/g)) {
    if (name === "text" && given.startsWith('"')) row.text = given.slice(1, -1).replace(/\\(["\\])/g, "$1");
    else if (name === "quality" && /^\d+i$/.test(given)) row.quality = Number(given.slice(0, -1));
    else if (name === "value" && Number.isFinite(Number(given))) row.value = Number(given);
    else return undefined;
  }
  return [table, row];
}
