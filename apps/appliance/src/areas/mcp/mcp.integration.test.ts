/** `/mcp` as a real client of the protocol sees it: the official SDK, over HTTP, against the whole product. */
import path from "node:path";
import { type Product, repoRoot, startProduct, waitFor } from "@hubwart/testing";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface Told {
  channels: { channel: string; type?: string }[];
  tables: { table: string }[];
  rows: object[];
  errors: object[];
  valid: boolean;
}

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await product.api.signIn("Werkzeuge-2026!");
  await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
    what: "the embedded vendor's licence",
  });
  const reply = await product.api.uploadProjectFile(path.join(repoRoot(), "examples/mqtt.xlsx"));
  expect(reply.body).toMatchObject({ code: 0 });
}, 90_000);
afterAll(() => product?.stop());

const configure = (active: boolean, drafts = false, writes = false) =>
  product.api.post("/system/mcp/config", { active, propose: drafts, write_channels: writes });
async function make(name: string, level: string, more: object = {}): Promise<{ id: string; token: string }> {
  const { body } = await product.api.post("/system/tokens/create", { name, level, days: 1, ...more });
  expect(body).toMatchObject({ code: 0 });
  return body as { id: string; token: string };
}
async function connect(token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${product.url}/mcp`), { requestInit: { headers } }),
  );
  return client;
}
const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).toSorted();
async function use(client: Client, name: string, given: object = {}) {
  const answer = await client.callTool({ name, arguments: given as Record<string, unknown> });
  const [first] = answer.content as { text: string }[];
  const text = first?.text ?? "";
  return {
    failed: answer.isError === true,
    text,
    told: (text.startsWith("{") ? JSON.parse(text) : {}) as Told,
  };
}
const raw = (headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${product.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    ...init,
  });

describe("the door", () => {
  it("is closed until it is opened, and lets in tokens of programs only", async () => {
    const { id, token } = await make("Tür", "see");
    const bearer = { authorization: `Bearer ${token}` };
    expect((await raw(bearer)).status).toBe(404);
    await configure(true);
    expect((await raw(bearer)).status).toBe(200);
    expect((await raw({})).status).toBe(401);
    expect((await raw({ authorization: `Bearer ${product.api.token}` })).status).toBe(401);
    expect((await raw({ authorization: `Bearer hwt_${"A".repeat(43)}` })).status).toBe(401);
    expect((await fetch(`${product.url}/mcp?auth_token=${token}`, { method: "POST" })).status).toBe(401);
    expect((await raw({ ...bearer, origin: "https://boese.example" })).status).toBe(403);
    expect((await raw({ ...bearer, origin: product.url })).status).toBe(200);
    await product.api.post("/system/tokens/revoke", { id });
    expect((await raw(bearer)).status).toBe(401);
    await configure(false);
    expect((await raw(bearer)).status).toBe(404);
  });
});

describe("tools", () => {
  beforeAll(async () => void (await configure(true)));

  it("of a token that looks are those that look", async () => {
    const client = await connect((await make("Blick", "see")).token);
    expect(await names(client)).toEqual(["alarms", "explain_error", "find_channels", "history", "read"]);
    const { told } = await use(client, "find_channels", { text: "mqtt", limit: 3 });
    expect(told.channels.length).toBeLessThanOrEqual(3);
    const chan = told.channels[0]?.channel ?? "";
    const read = await use(client, "read", { channels: [chan, "gibt.es.nicht"] });
    expect(read.told).toMatchObject({ channels: [{ channel: chan }], unknown: ["gibt.es.nicht"] });
    expect((await use(client, "alarms")).told).toMatchObject({ offset: 0, alarms: [] });
    expect((await use(client, "alarms", { hours: 1 })).told).toEqual({
      error: "Das Projekt hat keine Meldungen.",
    });
    expect((await use(client, "explain_error", { code: 1301 })).told).toMatchObject({ level: "error" });
    expect(await use(client, "explain_error", { code: 1 })).toMatchObject({ failed: true });
    await expect(use(client, "project_rows")).rejects.toThrow("not found");
    expect(await use(client, "read", { channels: [] })).toMatchObject({ failed: true });
    await client.close();
  });

  it("of a token that is kept to channels see those only", async () => {
    const all = await connect((await make("Alles", "see")).token);
    const { told } = await use(all, "find_channels", { limit: 50 });
    const channels = told.channels.map(({ channel }) => channel);
    expect(channels.length).toBeGreaterThan(1);
    const [mine = ""] = channels;
    const kept = await connect((await make("Eng", "see", { channels: [mine] })).token);
    const seen = await use(kept, "find_channels", { limit: 50 });
    expect(seen.told.channels.map(({ channel }) => channel)).toEqual([mine]);
    const others = channels.slice(1, 5);
    const read = await use(kept, "read", { channels: others });
    expect(read.told.channels ?? []).toEqual([]);
    await all.close();
    await kept.close();
  });

  it("check rows, and propose them as a draft that changes nothing", async () => {
    const { token } = await make("Planer", "engineer");
    const before = (await product.api.get("/project/history")).body["versions"];
    let client = await connect(token);
    expect(await names(client)).not.toContain("propose_change");
    const { told: tables } = await use(client, "project_rows");
    const table = tables.tables.find(({ table: name }) => name === "mqtt");
    expect(table).toBeDefined();
    const { told: rows, text } = await use(client, "project_rows", { table: "MQTT", limit: 2 });
    expect(rows.rows.length).toBeLessThanOrEqual(2);
    expect(text).not.toContain('"secret"');
    const wrong = await use(client, "check_rows", {
      changes: [{ table: "links", rows: [{ source: "gibt.es.nicht", target: "auch.nicht" }] }],
    });
    expect(wrong.told.valid).toBe(false);
    expect(wrong.told.errors[0]).toMatchObject({ Level: "error" });
    const alarm = {
      id: "zu_heiss",
      source: await firstNumber(client),
      kind: "above",
      limit: 90,
      priority: 2,
      text: "Zu heiß",
    };
    const good = await use(client, "check_rows", { changes: [{ table: "alarms", rows: [alarm] }] });
    expect(good.told).toMatchObject({ valid: true });

    await configure(true, true);
    client = await connect(token);
    const proposed = await use(client, "propose_change", {
      title: "Meldung für die Temperatur",
      changes: [{ table: "alarms", rows: [alarm] }],
    });
    expect(proposed.told).toMatchObject({ draft: expect.stringMatching(/^d\d+$/), check: { valid: true } });
    const { body } = await product.api.get("/project/drafts");
    expect(body["drafts"]).toContainEqual(expect.objectContaining({ name: "Meldung für die Temperatur" }));
    expect((await product.api.get("/project/history")).body["versions"]).toEqual(before);
    await client.close();
  });

  it("write a channel only where it is allowed, for tokens kept to it", async () => {
    await configure(true, false, true);
    const wide = await connect((await make("Weit", "operate")).token);
    expect(await names(wide)).not.toContain("write_channel");
    const kept = await connect((await make("Schalter", "operate", { channels: ["mqtt.*"] })).token);
    expect(await names(kept)).toContain("write_channel");
    const foreign = await use(kept, "write_channel", { channel: "http.x", value: 1 });
    expect(foreign.failed).toBe(true);
    await configure(true);
    await expect(use(kept, "write_channel", { channel: "mqtt.x", value: 1 })).rejects.toThrow("not found");
    await wide.close();
    await kept.close();
  });

  it("stand in the change log with token and tool", async () => {
    const { body } = await product.api.get("/system/audit?limit=100");
    const entries = body["entries"] as {
      call: string;
      who?: { name: string };
      after: Record<string, unknown>;
    }[];
    expect(entries).toContainEqual(
      expect.objectContaining({
        call: "mcpTool",
        who: expect.objectContaining({ kind: "token", name: "Planer", owner: "Administrator" }),
        after: expect.objectContaining({ tool: "propose_change" }),
      }),
    );
    expect(entries.find(({ call }) => call === "draftCreate")?.who).toMatchObject({ name: "Planer" });
    expect(entries.filter(({ call, who }) => call === "mcpTool" && who?.name === "Blick")).toEqual([]);
    expect(JSON.stringify(body)).not.toContain("hwt_");
  });

  async function firstNumber(client: Client): Promise<string> {
    const { told } = await use(client, "find_channels", { limit: 50 });
    const found = told.channels.find(({ type }) => type === "float" || type === "int");
    return found?.channel ?? "";
  }
});
