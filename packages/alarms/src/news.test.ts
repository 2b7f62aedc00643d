import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { emptyChange, Journal } from "./journal.ts";
import { newsOf } from "./news.ts";
import { alarm, stage } from "./testing/stage.ts";

it("is each line after a number, with the alarms it is about as they are now", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hubwart-news-"));
  const journal = Journal.open(folder, 1);
  try {
    const { engine, disk, project, value } = stage({
      alarms: [alarm(), alarm({ id: "b", source: "bus.x.flow", ack: "none" })],
    });
    const ask = (after: number, limit = 100) =>
      newsOf({ after, limit }, { journal, engine, project, unwritten: false });
    let written = 0;
    const store = () => {
      journal.commit({ ...emptyChange(), events: disk.events.slice(written) });
      written = disk.events.length;
    };
    expect(ask(0)).toEqual({ last: 0, events: [], alarms: [], gone: [], unwritten: false });
    value("bus.x.temp", 30);
    value("bus.x.flow", 30);
    value("bus.x.flow", 1);
    engine.maintain({ scope: "bus.x", by: "Anna", why: "Umbau", until: 3_600_000 });
    store();
    expect(ask(0, 0)).toMatchObject({ last: 4, events: [] });
    const news = ask(0);
    expect(news.events.map(({ id, what }) => `${what} ${id}`)).toEqual([
      "raised a",
      "raised b",
      "cleared b",
      "maintenance bus.x",
    ]);
    expect(news.alarms).toMatchObject([{ id: "a", state: "unacked", value: 30, maintenance: 1 }]);
    expect(news.gone).toEqual(["b"]);
    expect(ask(1, 1)).toMatchObject({ last: 4, events: [{ seq: 2, what: "raised", id: "b" }], gone: ["b"] });
    expect(ask(4).events).toEqual([]);
  } finally {
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
