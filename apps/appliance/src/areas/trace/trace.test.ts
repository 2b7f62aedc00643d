import { calls } from "@hubwart/contract";
import type { ChannelDefinition, DataRecord } from "@hubwart/ipc";
import type { Places } from "@hubwart/project";
import { describe, expect, it } from "vitest";
import type { HandlerRequest } from "../../http/handlers.ts";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { traceHandlers } from "./routes.ts";
import { Stars } from "./stars.ts";

const record = (chan: string, value: unknown = 1): DataRecord => ({
  chan,
  value,
  quality: 0,
  last: 1,
  count: 1,
});
const noCourse = {
  read: () => {
    throw new Error("nobody scripted a course");
  },
};

const noStars = new Stars({ read: () => ({ projects: [] }) as never, write: () => undefined }, () => 0);

const handlersOf = (hub: ScriptedHub, places?: Places) =>
  traceHandlers(hub, noCourse, () => Promise.resolve(places), noStars);

function running(): ScriptedHub {
  const hub = new ScriptedHub();
  hub.say({ state: "running" });
  return hub;
}

function get(hub: ScriptedHub, name: "data" | "meta", query: object) {
  const parsed = calls.traceGet.query.parse(query);
  return handlersOf(hub).traceGet?.({ params: { name }, query: parsed } as HandlerRequest<
    typeof calls.traceGet
  >);
}

describe("trace", () => {
  it("asks for values by one or several patterns, and says when there are more", async () => {
    const hub = running();
    hub.answers.traceData = ({ offset = 0, limit }) => ({
      records: ["a", "b", "c"].slice(offset, offset + (limit ?? 3)).map((chan) => record(chan)),
      total: 3,
    });
    expect(await get(hub, "data", { filter: "mqtt.*", limit: "2" })).toEqual({
      entries: [record("a"), record("b")],
      total: 3,
      truncated: true,
    });
    expect(
      await get(hub, "data", { filter: ["a", "b"], tags: "x", offset: "2", order: "value", desc: "1" }),
    ).toEqual({ entries: [record("c")], total: 3, truncated: false });
    const labelled = { filter: ["*halle*"], labels: true };
    const body = calls.tracePost.body.parse(labelled);
    await handlersOf(hub).tracePost?.({ params: { name: "data" }, body } as HandlerRequest<
      typeof calls.tracePost
    >);
    expect(hub.asked.map((a) => a.parameters)).toEqual([
      { filter: ["mqtt.*"], tags: [], offset: 0, limit: 2 },
      { filter: ["a", "b"], tags: ["x"], offset: 2, limit: 10_000, order: "value", desc: true },
      { ...labelled, tags: [], offset: 0, limit: 10_000 },
    ]);
  });

  it("asks for connections, all or the failed ones", async () => {
    const hub = running();
    hub.answers.traceMeta = () => ({ records: [] });
    await get(hub, "meta", { filter: "*.pod.*" });
    await handlersOf(hub).tracePost?.({
      params: { name: "meta" },
      body: { filter: ["*"], level: "err" },
    } as HandlerRequest<typeof calls.tracePost>);
    expect(hub.asked.map((a) => a.parameters)).toEqual([
      { filter: ["*.pod.*"] },
      { filter: ["*"], level: "err" },
    ]);
  });

  it("finds pods by their names behind the channels, for patterns that ask for pods", async () => {
    const hub = running();
    const pod = { chan: "mqtt.pod.a", conn_state: true };
    const iface = { chan: "mqtt.pod.a.b", err_text: "weg" };
    hub.answers.traceData = () => ({ records: [record("x.pod.y")], total: 1 });
    hub.answers.traceMeta = () => ({ records: [pod, iface] as never });
    expect(await get(hub, "data", { filter: ["*.pod.*", "a*"] })).toEqual({
      entries: [record("x.pod.y"), pod],
      total: 2,
      truncated: false,
    });
    expect(await get(hub, "data", { filter: "*.pod.*", limit: "1" })).toMatchObject({
      total: 2,
      truncated: true,
    });
    expect(hub.asked.filter((a) => "level" in Object(a.parameters))).toEqual([]);
    expect(hub.asked.map((a) => a.parameters)).toContainEqual({ filter: ["*.pod.*"] });
  });

  it("tells what the project says of a channel, where it stands, and no secret", async () => {
    const hub = running();
    const cells = { path: "/a", body: "{value}", key: "do not tell" };
    const found: ChannelDefinition = {
      chan: "http_out.a.b",
      type: "float",
      writable: true,
      tags: [],
      place: "/a",
      channel: { pod: "http_out.a", kind: "http_out", dir: "out", retain: false, cells },
      incoming: [{ source: "mqtt.a.x", target: "http_out.a.b", scale: 2, onChange: true, minInterval: 500 }],
      outgoing: [],
      links: { incoming: 1, outgoing: 0 },
    };
    hub.answers.channelDefinition = () => found;
    const ask = (places?: Places) =>
      handlersOf(hub, places).traceDefinition?.({ query: { chan: found.chan } } as HandlerRequest<
        typeof calls.traceDefinition
      >);
    const answer = await ask({
      tables: [["anlage.xlsx", "http_out"]],
      rows: { "http_out.a.b": [0, 7], "mqtt.a.x http_out.a.b": [0, 9] },
    });
    expect(calls.traceDefinition.answer.safeParse({ code: 0, ...Object(answer) }).success).toBe(true);
    expect(answer).toMatchObject({
      place: { file: "anlage.xlsx", table: "http_out", line: 7 },
      channel: {
        cells: [
          { column: "path", value: "/a" },
          { column: "body", value: "{value}" },
          { column: "key", secret: true },
        ],
      },
      incoming: [{ scale: 2, on_change: true, min_interval: 500, place: { line: 9 } }],
    });
    expect(JSON.stringify(answer)).not.toContain("do not tell");
    expect(await ask()).not.toHaveProperty("place");
  });

  it("writes a value and notes what was there before", async () => {
    const hub = running();
    hub.answers.write = ({ chan, value }) => ({
      before: record(chan, 3),
      after: record(chan, value),
      state: "waiting" as const,
      reason: "Der Pod läuft zurzeit nicht.",
    });
    const noted: unknown[] = [];
    const answer = await handlersOf(hub).channelWrite?.({
      body: { chan: "mqtt.a.b", value: 4 },
      audit: (detail: unknown) => noted.push(detail),
    } as unknown as HandlerRequest<typeof calls.channelWrite>);
    expect(answer).toMatchObject({
      after: { value: 4 },
      state: "waiting",
      reason: "Der Pod läuft zurzeit nicht.",
      delivered: false,
    });
    expect(noted).toEqual([
      {
        before: { chan: "mqtt.a.b", value: 3 },
        after: { chan: "mqtt.a.b", value: 4, state: "waiting", reason: "Der Pod läuft zurzeit nicht." },
      },
    ]);
  });
});
