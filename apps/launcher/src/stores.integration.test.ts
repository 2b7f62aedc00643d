/** Kept values through the whole product: retained over another project, put back, recorded, drawn, downloaded. */
import { zipOf } from "@hubwart/project/testing/zip";
import { freePort, type Product, startProduct, waitFor } from "@hubwart/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

const CHAN = "http_in.anlage.sollwert";
let product: Product;
let port: number;
beforeAll(async () => {
  port = await freePort();
  product = await startProduct();
  await product.api.signIn("Speicher-2026!");
});
afterAll(() => product.stop());

async function upload(label: string) {
  const archive = await zipOf([
    { name: "project.csv", content: "key,value\nid,speicher\n" },
    { name: "pods.csv", content: `id,label,port\nhttp_in.anlage,${label},${String(port)}\n` },
    {
      name: "http_in.csv",
      content: "pod,channel,type,dir,path,retain,record\nanlage,sollwert,float,out,/sollwert,ja,ja\n",
    },
  ]);
  const { body } = await product.api.uploadProject(archive, "speicher.zip");
  expect(body["errors"] ?? []).toEqual([]);
  expect(body["code"]).toBe(0);
}
const write = (value: number) => product.api.post("/trace/write", { chan: CHAN, value });
const value = async () => {
  const { body } = await product.api.get("/trace/data", { filter: CHAN });
  return (body["entries"] as { value: unknown }[] | undefined)?.[0]?.value;
};
const files = async (store: string) => {
  const { body } = await product.api.get(`/resources/${store}/files`);
  return body["files"] as { filename: string; size: number; ts: number }[];
};

it("puts the values back that were kept before another project, by a job, with reason 1005", async () => {
  await upload("Eins");
  await waitFor(async () => (await write(21.5)).status === 200, { what: "a write", timeout: 20_000 });
  await upload("Zwei");
  await waitFor(async () => (await value()) === 21.5, { what: "the retained value", timeout: 30_000 });
  await write(99);
  const kept = (await files("pool")).find(({ filename }) => filename.endsWith("-project.json"));
  const reply = await product.api.get("/resources/pool/restore", { file: kept?.filename ?? "" });
  expect(reply.body).toMatchObject({ code: 0, restart: true });
  await waitFor(async () => (await value()) === 21.5, { what: "the kept value", timeout: 30_000 });
  const { body: info } = await product.api.get("/info");
  expect(JSON.stringify(info)).toContain('"lastrc":1005');
  const { body: jobs } = await product.api.get("/jobs");
  expect(JSON.stringify(jobs)).toContain("Gehaltene Werte wiederherstellen");
});

it.each(["nichts.json", "20260101T000000Z-hour.json", "restore.json"])(
  "does not put %s back",
  async (file) => {
    expect((await product.api.get("/resources/pool/restore", { file })).status).toBe(404);
  },
);

it("draws what was recorded, and refuses a chart that runs backwards", async () => {
  const now = Date.now();
  const question = { chans: [CHAN], from: now - 3_600_000, to: now + 60_000, points: 500 };
  await waitFor(
    async () => {
      const { body } = await product.api.post("/trace/chart", question);
      const series = body["series"] as { points: number[][] }[] | undefined;
      return series?.[0]?.points.some(([, least]) => least === 99) ?? false;
    },
    { what: "the recorded values", timeout: 30_000 },
  );
  const { status } = await product.api.post("/trace/chart", { ...question, to: question.from });
  expect(status).toBe(400);
});

it("lists no day before one is over, and gives no other file away", async () => {
  expect(await files("lake")).toEqual([]);
  for (const file of ["2026-01-01.parquet", "../state.db", "summary.db"]) {
    expect((await product.api.get("/resources/lake/file", { file })).status).toBeGreaterThanOrEqual(400);
  }
});
