import { createLogger, MemoryLogSink, NotFoundError, UnavailableError } from "@hubwart/core";
import type { AlarmLink, LinkedAlarm } from "@hubwart/ipc";
import { useOpen } from "@hubwart/testing/open";
import fastify from "fastify";
import { expect, it } from "vitest";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { serveLinks } from "./link-page.ts";

const HOT: LinkedAlarm = {
  nr: 17,
  priority: 1,
  text: `Kessel <b>"heiß"</b> & mehr`,
  source: "modb_client.kessel.t",
  since: Date.parse("2026-11-25T11:00:00Z"),
  action: "Pumpe prüfen",
  state: "unacked",
};
const TOKEN = "a".repeat(43);

const servers = useOpen((server: { close: () => Promise<unknown> }) => server.close());

function bench(link: AlarmLink = { alarms: [HOT], count: 1 }) {
  const hub = new ScriptedHub();
  hub.say({ state: "running" });
  let used = link.used;
  hub.answers.alarmLink = ({ token }) => {
    if (token !== TOKEN) throw new NotFoundError("weg");
    return { ...link, ...(used === undefined ? {} : { used }) };
  };
  hub.answers.alarmLinkAck = () => {
    const done = used === undefined ? link.alarms : [];
    used = Date.parse("2026-11-25T12:00:00Z");
    return { done: done.map(({ nr }) => nr), by: "Link an email.mail (Anna)", alarms: done };
  };
  const sink = new MemoryLogSink();
  const audits: unknown[] = [];
  const server = fastify();
  servers.push(server);
  serveLinks(server, {
    hub,
    audit: { record: ({ after, call }) => void audits.push([call, after]) },
    log: createLogger("system", "alarms", sink),
    zone: () => "Europe/Berlin",
  });
  const get = (token = TOKEN) => server.inject({ url: `/m/${token}` });
  const post = (payload = "", type = "application/x-www-form-urlencoded") =>
    server.inject({ method: "POST", url: `/m/${TOKEN}`, payload, headers: { "content-type": type } });
  return { audits, get, hub, post, sink };
}

it("shows what is to be acknowledged, in words and with what to do, and does nothing by that", async () => {
  const { get, hub } = bench();
  const page = await get();
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("Kessel &#60;b&#62;&#34;heiß&#34;&#60;/b&#62; &#38; mehr");
  expect(page.body).toContain("Dringend · seit 25.11.2026, 12:00");
  expect(page.body).toContain("Was tun: Pumpe prüfen");
  expect(page.body).toContain("<button>Meldung quittieren</button>");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.headers["cache-control"]).toBe("no-store");
  expect(hub.asked.map(({ name }) => name)).toEqual(["alarmLink"]);
});

it("acknowledges once, with one entry in the change log, and says so the next time", async () => {
  const { audits, get, post } = bench();
  expect((await post()).body).toContain("Die Meldung ist quittiert.");
  expect(audits).toEqual([
    [
      "alarmLinkAck",
      { by: "Link an email.mail (Anna)", done: 1, alarms: [`${HOT.text} (modb_client.kessel.t)`] },
    ],
  ]);
  const again = await post();
  expect(again.body).toContain("Dieser Link wurde am 25.11.2026, 13:00 benutzt.");
  expect((await get()).body).not.toContain("<button>");
  expect(audits).toHaveLength(1);
});

it("says what has gone meanwhile, and what somebody has already", async () => {
  const { get } = bench({ alarms: [{ ...HOT, state: "acked" }], count: 3 });
  const { body } = await get();
  expect(body).toContain("· quittiert");
  expect(body).toContain("2 Meldungen stehen nicht mehr an.");
  expect(body).toContain("Es ist nichts mehr zu quittieren.");
  expect(body).not.toContain("<button>");
});

it("tells nothing by a link that there is not, and takes nothing but its own form", async () => {
  const { get, hub, post } = bench();
  const unknown = await get("x".repeat(90));
  expect(unknown.statusCode).toBe(404);
  expect(unknown.body).toContain("Diesen Link gibt es nicht");
  expect((await post("a".repeat(2_000))).statusCode).toBe(413);
  expect((await post("{}", "text/xml")).statusCode).toBe(415);
  expect(hub.asked.filter(({ name }) => name === "alarmLinkAck")).toEqual([]);
});

it("says that the alarms are away, and writes down only what nobody expected", async () => {
  const { get, hub, sink } = bench();
  hub.answers.alarmLink = () => {
    throw new UnavailableError("weg");
  };
  expect((await get()).statusCode).toBe(503);
  expect(sink.entries).toEqual([]);
  hub.answers.alarmLink = () => {
    throw new Error("kaputt");
  };
  const page = await get();
  expect(page.body).toContain("gerade nicht erreichbar");
  expect(page.body).not.toContain("kaputt");
  expect(sink.entries).toHaveLength(1);
});
