/**
 * Imported calendars over HTTP: the real appliance, the reader in its own process, a real server that answers, hangs, cuts off, redirects and
 * answers something else; files as Debian's python3-icalendar writes them.
 */
import { readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { dayNumber } from "@hubwart/schedule";
import { askPythonCalendarFile } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltChildren, buildChildren, PROJECT_CHILDREN } from "../../../testing/children.ts";
import { ScriptedHub } from "../../../testing/scripted-hub.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { calendarInChild } from "./in-child.ts";

let children: BuiltChildren;
const folder = useSharedFolder();
let entry: string;
beforeAll(async () => {
  children = await buildChildren({ "ics-child": PROJECT_CHILDREN["ics-child"] });
  entry = path.join(children.folder, "ics-child.mjs");
});
afterAll(async () => {
  await children.remove();
});

const today = new Date();
const year = today.getUTCFullYear();
const ics = (...events: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", ...events, "END:VCALENDAR", ""].join("\r\n");
const day = (date: string, summary: string) =>
  ["BEGIN:VEVENT", `UID:${summary}`, `DTSTART;VALUE=DATE:${date}`, `SUMMARY:${summary}`, "END:VEVENT"].join(
    "\r\n",
  );
const GOOD = ics(day(`${year}1224`, "Betriebsruhe"));

describe("the reader", () => {
  const read = async (text: string | Buffer, timeLimit?: number) => {
    const file = path.join(folder(), `${Math.random()}.ics`);
    await writeFile(file, text);
    const window = { zone: "Europe/Berlin", from: dayNumber(2026, 1, 1), to: dayNumber(2027, 12, 31) };
    return calendarInChild(
      entry,
      { file, window, result: `${file}.days` },
      timeLimit === undefined ? {} : { timeLimit },
    );
  };
  const flat = (ranges: readonly { from: string; to?: string | undefined }[]): string[] =>
    [
      ...new Set(
        ranges.flatMap(({ from, to = from }) => {
          const days: string[] = [];
          for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
            days.push(new Date(at).toISOString().slice(0, 10));
          return days;
        }),
      ),
    ].sort();

  it("tells the days that python3-icalendar wrote and python3-dateutil expands", {
    timeout: 60_000,
  }, async () => {
    const date = fc
      .integer({ min: 0, max: 900 })
      .map((after) => new Date(Date.UTC(2025, 6, 1) + after * 86_400_000).toISOString().slice(0, 10));
    const plus = (text: string, days: number) =>
      new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);
    const allDay = fc
      .tuple(date, fc.integer({ min: 1, max: 20 }))
      .map(([start, days]) => ({ start, end: plus(start, days) }));
    const timed = fc
      .tuple(
        date,
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC"),
      )
      .map(([on, hour, hours, tzid]) => {
        const start = `${on}T${String(hour).padStart(2, "0")}:30`;
        return {
          start,
          end: new Date(Date.parse(`${start}Z`) + hours * 3_600_000).toISOString().slice(0, 16),
          tzid,
        };
      });
    const rrule = fc.oneof(
      fc.record({
        FREQ: fc.constant("DAILY"),
        INTERVAL: fc.integer({ min: 1, max: 9 }),
        COUNT: fc.integer({ min: 1, max: 40 }),
      }),
      fc.record({
        FREQ: fc.constant("WEEKLY"),
        BYDAY: fc.subarray(["MO", "WE", "SA"], { minLength: 1 }),
        COUNT: fc.integer({ min: 1, max: 30 }),
      }),
      fc.record({ FREQ: fc.constant("MONTHLY"), BYMONTHDAY: fc.constantFrom(1, 15, 31, -1) }),
      fc.record({ FREQ: fc.constant("MONTHLY"), BYDAY: fc.constantFrom("2TU", "-1FR") }),
      fc.record({ FREQ: fc.constant("YEARLY"), COUNT: fc.integer({ min: 1, max: 4 }) }),
    );
    const event = fc
      .tuple(fc.oneof(allDay, timed), fc.option(rrule, { nil: undefined }), fc.boolean())
      .map(([one, rule, without]) => ({
        ...one,
        ...(rule ? { rrule: rule } : {}),
        ...(rule && without ? { exdates: [one.start] } : {}),
      }));
    for (const events of fc.sample(fc.array(event, { minLength: 1, maxLength: 12 }), {
      numRuns: 25,
      seed: 7,
    })) {
      const question = { zone: "Europe/Berlin", from: "2026-01-01", to: "2027-12-31", events };
      const { days, ics: text } = await askPythonCalendarFile(question);
      const { left, ranges } = await read(text);
      expect([left, flat(ranges)], JSON.stringify(events)).toEqual([0, days]);
    }
  });

  it("ends with whatever is hostile, and stays small", { timeout: 120_000 }, async () => {
    const many = Array.from({ length: 40_000 }, (_, at) => day("20260101", `Termin ${at}`));
    const started = Date.now();
    expect((await read(ics(...many))).events).toBe(40_000);
    console.info(`40,000 events: ${Date.now() - started} ms`);
    const never = ics(
      "BEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20200101\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\nEND:VEVENT",
    );
    expect((await read(never)).ranges).toEqual([]);
    const deep =
      "BEGIN:VCALENDAR\r\n" +
      "BEGIN:X\r\n".repeat(200_000) +
      "END:X\r\n".repeat(200_000) +
      "END:VCALENDAR\r\n";
    await read(deep, 8_000).then(
      ({ ranges }) => expect(ranges).toEqual([]),
      (error: Error) => expect(error.message).toMatch(/umfangreich|Kalenderdatei/),
    );
    await expect(read(Buffer.alloc(5_000_000, 0xff))).rejects.toThrow("keine Kalenderdatei");
    const line = ics(
      `BEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20260101\r\nSUMMARY:${"ß".repeat(2_000_000)}\r\nEND:VEVENT`,
    );
    expect((await read(line)).ranges[0]?.label).toHaveLength(100);
  });
});

describe("calendars of an address", () => {
  let app: TestApp;
  let token = "";
  let server: http.Server;
  let url = "";
  let mode = "good";
  let asked: http.IncomingMessage[] = [];
  let body = GOOD;

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      asked.push(request);
      if (mode === "hang") return;
      if (mode === "html")
        return void response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
      if (mode === "500") return void response.writeHead(500).end("no");
      if (mode === "cut")
        return void response
          .writeHead(200, { "content-length": 10_000 })
          .write(GOOD, () => response.destroy());
      if (mode === "big") return void response.writeHead(200).end(Buffer.alloc(6 * 1024 ** 2, 65));
      if (mode === "circle") return void response.writeHead(302, { location: "/again" }).end();
      if (mode === "file") return void response.writeHead(302, { location: "file:///etc/passwd" }).end();
      if (mode === "inside") return void response.writeHead(302, { location: "http://127.0.0.2/" }).end();
      if (mode === "moved" && request.url !== "/new")
        return void response.writeHead(301, { location: "/new" }).end();
      if (mode === "good" && request.headers["if-none-match"] === '"1"')
        return void response.writeHead(304).end();
      response
        .writeHead(200, { "content-type": "text/calendar", etag: mode === "good" ? '"1"' : '"2"' })
        .end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/privat-geheim/basic.ics`;
    const hub = new ScriptedHub();
    hub.answers.schedulesChanged = () => ({});
    app = await startTestApp({ hub, childrenDir: children.folder });
    token = await app.setUp();
  });
  afterAll(async () => {
    await app.end();
    server.closeAllConnections();
    server.close();
  });

  const save = (more: object = {}) =>
    app.post(
      "/schedules/calendars/save",
      { id: "Betriebsruhe", priority: 4, hours: 12, stale: 14, url, ...more },
      token,
    );
  const fetchNow = async () =>
    (await app.post("/schedules/calendars/fetch", { id: "Betriebsruhe" }, token)).body["error"];
  const listed = async () =>
    ((await app.get("/schedules/calendars", token)).body["sources"] as Record<string, unknown>[])[0] ?? {};
  const held = async () =>
    (JSON.parse(await readFile(app.context.layout.scheduleCalendars, "utf8")) as { calendars: unknown[] })
      .calendars;

  it("are asked for at once, and their days are the hub's", async () => {
    expect((await save()).body).toEqual({ code: 0 });
    expect(await held()).toEqual([
      { id: "Betriebsruhe", priority: 4, ranges: [{ from: `${year}-12-24`, label: "Betriebsruhe" }] },
    ]);
    const source = await listed();
    expect(source).toMatchObject({ id: "Betriebsruhe", polled: true, events: 1, left: 0, days: 1 });
    // What is secret in an address is told nobody, not even in the change log.
    expect(JSON.stringify(source)).not.toContain("geheim");
    expect(JSON.stringify(app.context.store.audit.page({}, 0, 1))).not.toContain("geheim");
    const { body: look } = await app.get("/schedules", token);
    expect(look["calendars"]).toMatchObject([{ id: "Betriebsruhe", days: [{ text: `24.12.${year}` }] }]);
  });

  it("are not sent again while they are the same", async () => {
    asked = [];
    expect(await fetchNow()).toBeUndefined();
    expect(asked.map(({ headers }) => headers["if-none-match"])).toEqual(['"1"']);
  });

  it.each([
    ["html", "keine Kalenderdatei"],
    ["500", "Status 500"],
    ["cut", ""],
    ["big", "größer als 5"],
    ["circle", "verweist zu oft"],
    ["file", "http:// oder https://"],
    ["inside", "Adresse dieses Geräts"],
  ])("keep the last good one where the server answers: %s", async (how, text) => {
    mode = how;
    asked = [];
    expect(await fetchNow()).toEqual(expect.stringContaining(text));
    expect(asked.length).toBeLessThanOrEqual(6);
    expect(await listed()).toMatchObject({ days: 1, error: expect.stringContaining(text) as string });
    expect(await held()).toHaveLength(1);
  });

  it("follow a server that moved, and take what is new", async () => {
    mode = "moved";
    body = ics(day(`${year}1231`, "Silvester"));
    expect(await fetchNow()).toBeUndefined();
    expect(await held()).toMatchObject([{ ranges: [{ from: `${year}-12-31` }] }]);
    expect(await listed()).not.toHaveProperty("error");
  });

  it("end a server that hangs", { timeout: 40_000 }, async () => {
    mode = "hang";
    expect(await fetchNow()).toEqual(expect.any(String));
    expect(await held()).toHaveLength(1);
  });

  it("are refused by what is wrong with them, naming the field", async () => {
    const wrong: [object, string][] = [
      [{ url: "ftp://x/y" }, "url"],
      [{ id: "Mo" }, "id"],
      [{ id: "zwei Worte" }, "id"],
      [{ hours: 0 }, "hours"],
      [{ id: "neu", url: undefined }, "url"],
    ];
    for (const [change, field] of wrong) {
      const answer = await save({ ...change });
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        400,
        expect.stringContaining(`"${field}"`),
      ]);
    }
    expect((await save()).body["fields"]).toMatchObject([{ field: "id" }]);
  });

  it("come from a file, too, which is taken only if it can be read", async () => {
    const send = (content: string, id: string) =>
      app.upload(
        "/schedules/calendars/upload",
        { name: "ferien.ics", content: Buffer.from(content), fields: { id } },
        token,
      );
    expect((await send("<html>", "Ferien")).status).toBe(400);
    expect((await send(GOOD, "Ferien")).body).toEqual({ code: 0, events: 1, left: 0, days: 1 });
    expect(await held()).toHaveLength(2);
    expect((await app.post("/schedules/calendars/fetch", { id: "Ferien" }, token)).status).toBe(400);
    expect((await app.post("/schedules/calendars/remove", { id: "Ferien" }, token)).body).toEqual({
      code: 0,
    });
    expect((await app.post("/schedules/calendars/remove", { id: "Ferien" }, token)).status).toBe(404);
    expect(await held()).toHaveLength(1);
  });
});
