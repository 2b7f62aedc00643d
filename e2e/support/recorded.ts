/**
 * The console on answers that the real product gave once, so that its pictures depend on nothing but the console:
 *
 *     const recorder = await startRecorder(product.url);      passes calls on and keeps what came back
 *     await writeRecording(recorder.end());
 *     const device = await startRecorded();                   the built console on those answers
 *     device.missing();                                       calls that nothing was recorded for
 */
import { readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { API_PREFIX, type CallSpec, calls } from "@hubwart/contract";
import { repoRoot } from "@hubwart/testing";

interface Answer {
  status: number;
  type: string;
  body: string;
}
export interface Recording {
  /** Time of the device and the browser, ms since the epoch. */
  at: number;
  /** By method and address. A stream opens and says nothing: what it would say is in the other answers. */
  answers: Record<string, Answer>;
}

const FILE = path.join(repoRoot(), "e2e/pictures/answers.json");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
const STREAM = "text/event-stream";

export const readRecording = async (): Promise<Recording> =>
  JSON.parse(await readFile(FILE, "utf8")) as Recording;

/** One answer a line, in the order of addresses, so that a difference can be read. */
export async function writeRecording({ at, answers }: Recording): Promise<void> {
  const lines = Object.entries(answers)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, answer]) => `${JSON.stringify(key)}: ${JSON.stringify(answer)}`);
  await writeFile(FILE, `{"at": ${at}, "answers": {\n${lines.join(",\n")}\n}}\n`);
}

/** Without the time stamp that every call carries. */
function keyOf({ method, url, headers }: http.IncomingMessage): string {
  const { pathname, searchParams } = new URL(url ?? "/", "http://device");
  searchParams.delete("auth_check");
  searchParams.sort();
  const query = searchParams.toString();
  const address = `${pathname.slice(API_PREFIX.length)}${query === "" ? "" : `?${query}`}`;
  return `${method} ${address}${headers.authorization === undefined ? " signed out" : ""}`;
}

const isCall = (address: string | undefined): boolean => address?.startsWith(`${API_PREFIX}/`) ?? false;

export interface Recorder {
  readonly url: string;
  end(): Record<string, Answer>;
}

/** Stands before the product. */
export async function startRecorder(product: string): Promise<Recorder> {
  const answers: Record<string, Answer> = {};
  const server = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const key = keyOf(request);
    const onward = http.request(
      new URL(url ?? "/", product),
      { method: method ?? "GET", headers: { ...headers, "accept-encoding": "identity" } },
      (answer) => {
        const status = answer.statusCode ?? 502;
        const type = answer.headers["content-type"] ?? "";
        response.writeHead(status, answer.headers);
        answer.pipe(response);
        if (!isCall(url)) return;
        if (type.startsWith(STREAM)) {
          answers[key] = { status, type, body: ":\n\n" };
          return;
        }
        let body = "";
        answer.setEncoding("utf8");
        answer.on("data", (text: string) => {
          body += text;
        });
        answer.on("end", () => {
          answers[key] = { status, type, body };
        });
      },
    );
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  const url = await listen(server);
  return {
    url,
    end() {
      server.closeAllConnections();
      server.close();
      return answers;
    },
  };
}

export interface RecordedDevice {
  /** Where it listens; pages are opened at `PLACE`, since some say their own address. */
  readonly host: string;
  readonly at: number;
  missing(): string[];
  stop(): void;
}

export async function startRecorded(): Promise<RecordedDevice> {
  const { at, answers } = await readRecording();
  const missing = new Set<string>();
  const console = path.join(repoRoot(), "dist/console");
  const server = http.createServer((request, response) => {
    const { url = "/" } = request;
    request.resume();
    if (isCall(url)) {
      const key = keyOf(request);
      const answer = answers[key];
      if (!answer) missing.add(key);
      const { status, type, body } = answer ?? { status: 404, type: TYPES[".js"], body: "{}" };
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
      // A stream stays open: the page would otherwise say that it was lost.
      if (type?.startsWith(STREAM)) response.write(body);
      else response.end(body);
      return;
    }
    const name = decodeURIComponent(new URL(url, "http://device").pathname);
    const file =
      path.extname(name) in TYPES ? path.join(console, path.normalize(name)) : `${console}/index.html`;
    readFile(file).then(
      (content) => {
        response.writeHead(200, { "content-type": TYPES[path.extname(file)] });
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  const { host } = new URL(await listen(server));
  return {
    host,
    at,
    missing: () => [...missing],
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listen(server: http.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Recorded answers that the contract would no longer let through: they are to be recorded anew. */
export function outdated({ answers }: Recording): string[] {
  const found: string[] = [];
  for (const [key, { status, type, body }] of Object.entries(answers)) {
    const [method = "", address = ""] = key.split(" ");
    const pathname = address.split("?")[0] ?? "";
    const specs = Object.values(calls as Record<string, CallSpec>).filter((spec) => spec.method === method);
    const call =
      specs.find((spec) => spec.path === pathname) ?? specs.find((spec) => pattern(spec.path).test(pathname));
    if (!call) found.push(`${key}: no such call`);
    else if (status === 200 && call.answer && type.startsWith("application/json")) {
      const answer = JSON.parse(body) as { code: number };
      const { success, error } = call.answer.safeParse(answer);
      if (answer.code === 0 && !success) found.push(`${key}: ${error.message}`);
    }
  }
  return found;
}

const pattern = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
