/** Changing time programmes over HTTP: real server, real compiler in its process; only the hub is scripted. */
import { readFile } from "node:fs/promises";
import { zipOf } from "@hubwart/project/testing/zip";
import { describe, expect, it } from "vitest";
import type { ObedientHub } from "../../testing/obedient-hub.ts";
import { useProjectApp } from "../../testing/project-app.ts";
import type { TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let token = "";
let hub: ObedientHub;
useProjectApp((parts) => {
  ({ app, token, hub } = parts);
});

const CHAN = "sched.main.licht";
const TIMES = "schedule;days;at;value\nlicht;Mo–Fr;06:00;ja\nlicht;Mo–Fr;20:00;nein\n";

async function upload(times: string, schedules = "id;label;default;calendar\nlicht;Licht;nein;Ferien\n") {
  const content = await zipOf([
    { name: "project.csv", content: "key;value\nid;haus\n" },
    { name: "pods.csv", content: "id\nping.a\n" },
    { name: "ping.csv", content: "pod;channel;host\na;da;127.0.0.1\n" },
    { name: "schedules.csv", content: schedules },
    { name: "schedule_times.csv", content: times },
    { name: "calendars.csv", content: "calendar;from;to\nFerien;01.08.2026;31.08.2026\n" },
  ]);
  const form = new FormData();
  form.set("myfile", new Blob([new Uint8Array(content)]), "haus.zip");
  const headers = { authorization: `Bearer ${token}` };
  const address = `${app.origin}/admin/api/project/upload?wait=20`;
  const response = await fetch(address, { method: "POST", headers, body: form });
  return (await response.json()) as {
    code: number;
    errors: { ErrCode: number; Channel: string; ErrText: string }[];
  };
}
const one = () => app.get(`/schedules/one?chan=${CHAN}`, token);
const save = (plan: unknown, headers?: Record<string, string>) =>
  app.post("/schedules/save", { chan: CHAN, plan }, token, headers);
const LONGER = {
  default: false,
  exceptions: ["Ferien"],
  times: [
    { weekdays: [1, 2, 3, 4, 5], at: 360, value: true },
    { weekdays: [1, 2, 3, 4, 5], at: 1_320, value: false },
  ],
};
const lastEntry = () => app.context.store.audit.page({}, 0, 1)[0];

describe("a time programme that people change", () => {
  it("is the project's first", async () => {
    expect(await upload(TIMES)).toMatchObject({ code: 0 });
    const { body } = await one();
    expect(body).toMatchObject({ code: 0, label: "Licht", type: "bool", misfit: false });
    expect(body["plan"]).toEqual(body["project"]);
    expect(body).not.toHaveProperty("edited");
  });

  it("is kept, told to the hub, and stands in the change log in words", async () => {
    const before = hub.requests.length;
    expect((await save(LONGER)).body).toEqual({ code: 0, applied: true });
    expect(hub.requests.slice(before)).toContain("schedulesChanged");
    const { body } = await one();
    expect(body).toMatchObject({ plan: LONGER, edited: {} });
    expect(lastEntry()?.after).toEqual({ chan: CHAN, "Mo–Fr": "06:00 ja; 22:00 nein" });
    expect(lastEntry()?.before).toEqual({ chan: CHAN, "Mo–Fr": "06:00 ja; 20:00 nein" });
    const look = (await app.get("/schedules", token)).body["rows"] as { edited: boolean }[];
    expect(look[0]?.edited).toBe(true);
  });

  it("is refused where it does not fit, naming the field", async () => {
    const wrong: [object, string][] = [
      [{ ...LONGER, default: 7 }, "plan.default"],
      [{ ...LONGER, exceptions: ["Ostern"] }, "plan.exceptions"],
      [{ ...LONGER, times: [{ weekdays: [8], at: 0, value: true }] }, "plan.times.0"],
      [{ ...LONGER, days: [{ from: "2026-02-30" }] }, "plan.days.0.from"],
      [
        { ...LONGER, times: [{ weekdays: [1], at: { sun: "rise", offset: 0 }, value: true }] },
        "plan.times.0.at",
      ],
    ];
    for (const [plan, field] of wrong) {
      const { body, status } = await save(plan);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
    }
    expect((await app.post("/schedules/save", { chan: "sched.main.x", plan: LONGER }, token)).status).toBe(
      404,
    );
    expect((await one()).body).toMatchObject({ plan: LONGER });
  });

  it("of two people, the second is told before anything is lost", async () => {
    const tag = { "if-match": (await one()).headers.get("etag") ?? "" };
    expect((await save({ ...LONGER, default: true }, tag)).status).toBe(200);
    expect((await save(LONGER, tag)).status).toBe(409);
    // An override changes no plan that anybody edits.
    const now = { "if-match": (await one()).headers.get("etag") ?? "" };
    const until = Date.now() + 3_600_000;
    expect(
      (await app.post("/schedules/override", { chan: CHAN, override: { value: true, until } }, token)).status,
    ).toBe(200);
    expect((await one()).body).toMatchObject({ override: { value: true, until } });
    expect((await save(LONGER, now)).status).toBe(200);
    expect((await one()).body).toMatchObject({ plan: LONGER, override: { value: true } });
  });

  it("is overridden for a while, no longer than a month, and by a value of its type", async () => {
    const asked = (override?: object) => app.post("/schedules/override", { chan: CHAN, override }, token);
    for (const until of [Date.now() - 1, Date.now() + 32 * 86_400_000, 1e300])
      expect(JSON.stringify((await asked({ value: true, until })).body)).toContain("override.until");
    expect(JSON.stringify((await asked({ value: 1, until: Date.now() + 1_000 })).body)).toContain(
      "override.value",
    );
    expect((await asked()).status).toBe(200);
    expect((await one()).body).not.toHaveProperty("override");
  });

  it("survives an upload, which says what became of the project's own", async () => {
    expect((await upload(TIMES)).errors).toEqual([]);
    const { code, errors } = await upload(TIMES.replace("20:00", "19:00"));
    expect([code, errors.map(({ Channel, ErrCode }) => [ErrCode, Channel])]).toEqual([0, [[1755, CHAN]]]);
    expect((await one()).body).toMatchObject({
      plan: LONGER,
      was: { times: [{}, { at: 1_200 }] },
      project: { times: [{}, { at: 1_140 }] },
    });
    const gone = await upload("schedule;days;at;value\n", "id;default\nanderes;nein\n");
    expect(gone.errors.map(({ Channel, ErrCode }) => [ErrCode, Channel])).toEqual([[1754, CHAN]]);
    expect((await one()).status).toBe(404);
    expect((await app.get("/schedules", token)).body["lost"]).toEqual([CHAN]);
    const other = await upload("schedule;days;at;value\n", "id;default\nlicht;5\n");
    expect(other.errors.map(({ ErrCode }) => ErrCode)).toEqual([1756]);
    expect((await one()).body).toMatchObject({ plan: { default: 5 }, misfit: true });
  });

  it("is the project's again when somebody says so", async () => {
    await upload(TIMES);
    expect((await app.post("/schedules/reset", { chan: CHAN }, token)).body).toEqual({
      code: 0,
      applied: true,
    });
    const { body } = await one();
    expect(body["plan"]).toEqual(body["project"]);
    expect(JSON.parse(await readFile(app.context.layout.scheduleEdits, "utf8"))).toEqual({
      format: 1,
      schedules: {},
    });
    expect((await app.post("/schedules/reset", { chan: CHAN }, token)).status).toBe(404);
    // Saving what the project has is no change.
    await save(body["project"]);
    expect((await one()).body).not.toHaveProperty("edited");
  });

  it("is kept while the hub is away", async () => {
    hub.away = true;
    expect((await save(LONGER)).body).toEqual({ code: 0, applied: false });
    hub.away = false;
    expect((await one()).body).toMatchObject({ plan: LONGER });
  });
});
