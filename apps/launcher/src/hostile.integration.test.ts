/**
 * Hostile files against the whole product: each is refused with a reason a person understands, the appliance's
 * memory stays bounded, nothing is left behind, and the plant runs on untouched.
 */
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { rawRow, rawWorkbook, zipOf } from "@hubwart/project/testing/zip";
import { type ApiReply, type Product, processes, repoRoot, startProduct, waitFor } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MIB = 1024 * 1024;
const EXAMPLE = path.join(repoRoot(), "examples/erste-schritte.xlsx");
/** What the appliance's memory may reach, and it streams every file: bytes. */
const MEMORY = 400 * MIB;

let product: Product;
let good: Buffer;
let before: Plant;
let since: number;

interface Plant {
  hub: number;
  appliance: number;
  pods: number[];
  version: string | null;
}

/** Which processes run which project. */
async function plant(): Promise<Plant> {
  const { body } = await product.api.get("/info");
  const status = body as {
    project: { version: string | null };
    system: { hub: { pid: number; state: string } };
  };
  if (status.system.hub.state !== "running") throw new Error(status.system.hub.state);
  const all = await processes();
  const named = (name: string) => all.filter((entry) => entry.command.includes(`/dist/server/${name}.mjs`));
  const hub = status.system.hub.pid;
  return {
    hub,
    appliance: named("appliance").find((entry) => entry.parent === product.launcher.pid)?.pid ?? 0,
    pods: named("pod")
      .filter((entry) => entry.parent === hub)
      .map((entry) => entry.pid)
      .toSorted((a, b) => a - b),
    version: status.project.version,
  };
}

/** The most the process has ever held, bytes (proc(5), VmHWM). */
async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** `count` MiB of a file that nobody ever holds whole. */
function sendMuch(count: number): Promise<{ status: number; body: { code: number; message: string } }> {
  const { hostname, port } = new URL(product.url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method: "POST",
        path: "/admin/api/project/upload",
        headers: {
          authorization: `Bearer ${product.api.token ?? ""}`,
          "content-type": "multipart/form-data; boundary=grenze",
        },
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
      },
    );
    outgoing.on("error", reject);
    outgoing.write(
      '--grenze\r\nContent-Disposition: form-data; name="myfile"; filename="gross.xlsx"\r\n' +
        "Content-Type: application/octet-stream\r\n\r\n",
    );
    const part = Buffer.alloc(MIB, 0x20);
    let sent = 0;
    const more = () => {
      while (sent < count) {
        sent += 1;
        if (!outgoing.write(part)) {
          outgoing.once("drain", more);
          return;
        }
      }
      outgoing.end("\r\n--grenze--\r\n");
    };
    more();
  });
}

const errorsOf = (reply: ApiReply) =>
  (reply.body["errors"] as { ErrCode: number; ErrText: string }[]).map((error) => error.ErrText);

/** A sheet of pods with many rows. */
const rows = (count: number) => rawRow(["id", "label"]) + rawRow(["ping.a", "x"]).repeat(count);

beforeAll(async () => {
  good = await readFile(EXAMPLE);
  product = await startProduct();
  await product.api.signIn("Feindlich-2026!");
  expect((await product.api.uploadProject(good, "gut.xlsx")).body["code"]).toBe(0);
  // Until all pods of the project are there.
  await waitFor(async () => (await plant()).pods.length >= 3, { what: "the pods" });
  before = await plant();
  since = Date.now();
});
afterAll(() => product.stop());

const SPACES = Buffer.alloc(60 * MIB, 0x20);
const HOSTILE: [what: string, name: string, make: () => Promise<Uint8Array>, says: RegExp][] = [
  [
    "a bomb of a workbook",
    "bombe.xlsx",
    () => {
      const sheets = Array.from({ length: 14 }, (_, i) => ({ name: `pods${i}`, data: "" }));
      const parts = rawWorkbook({ sheets });
      return zipOf(parts.map((part) => (part.name.includes("sheet") ? { ...part, content: SPACES } : part)));
    },
    /ausgepackt größer als 768\u00a0MB/,
  ],
  [
    "a bomb in an archive",
    "bombe.zip",
    () => zipOf(Array.from({ length: 14 }, (_, i) => ({ name: `pods${i}.csv`, content: SPACES }))),
    /ausgepackt größer als 768\u00a0MB/,
  ],
  [
    "paths that lead outside",
    "ausbruch.zip",
    async () => {
      const archive = await zipOf([{ name: "aaaaaaaaaaaaaa.csv", content: "id,label" }]);
      return Buffer.from(archive.toString("latin1").replaceAll("aaaaaaaaaaaaaa", "../../../../ab"), "latin1");
    },
    /Pfad|Archiv/i,
  ],
  [
    "a workbook cut off",
    "kurz.xlsx",
    async () => good.subarray(0, good.length / 2),
    /beschädigt|unvollständig/i,
  ],
  [
    "a million rows",
    "lang.xlsx",
    () => zipOf(rawWorkbook({ sheets: [{ name: "pods", data: rows(1_000_000) }] })),
    /200[.\s]?000/,
  ],
  [
    "a formula that was never calculated",
    "formel.xlsx",
    () => {
      const data =
        rawRow(["id", "label"]) + rawRow(["ping.a", "<c><f>WEBSERVICE(&quot;http://x&quot;)</f></c>"]);
      return zipOf(rawWorkbook({ sheets: [{ name: "pods", data }] }));
    },
    /Formel/,
  ],
  [
    "links to other workbooks",
    "verweis.xlsx",
    () =>
      zipOf([
        ...rawWorkbook({ sheets: [{ name: "pods", data: rows(1) }], externalLink: true }),
        { name: "xl/externalLinks/externalLink1.xml", content: "<externalLink/>" },
      ]),
    /andere|extern|verknüpf/i,
  ],
];

describe("a hostile file", () => {
  it.each(HOSTILE)(
    "%s is refused, checked as well as uploaded",
    async (_what, name, make, says) => {
      const bytes = await make();
      for (const action of ["check", "upload"] as const) {
        const reply = await product.api.uploadProject(bytes, name, { action });
        expect([reply.status, reply.body["new_hash"], reply.body["restart"]]).toEqual([200, "", false]);
        expect([1400, 1401]).toContain(reply.body["code"]);
        expect(errorsOf(reply).join("\n")).toMatch(says);
      }
    },
    120_000,
  );

  it("of 200 MB is refused while it comes", async () => {
    const { status, body } = await sendMuch(200);
    expect([status, body.code]).toEqual([413, 413]);
    expect(body.message).toContain("64\u00a0MB");
  });

  it("leaves nothing behind, and the plant has not noticed", async () => {
    expect(await plant()).toEqual(before);
    const projects = path.join(product.dataDir, "projects");
    expect(await readdir(path.join(projects, "staging"))).toEqual([]);
    expect(await readdir(path.join(projects, "versions"))).toEqual(["1"]);
    expect(await peakMemory(before.appliance)).toBeLessThan(MEMORY);
    const log = await product.api.get("/system/log", {
      tail: "2000",
      priority: "error",
      after: String(since),
    });
    expect(log.body["text"]).toBe("");
    expect((await product.api.uploadProject(good, "gut.xlsx")).body).toMatchObject({
      code: 0,
      restart: false,
    });
  });
});
