import { describe, expect, it } from "vitest";
import type { AuditRecord } from "../../http/ports.ts";
import { Changes } from "./changes.ts";

const entry = (call: string, code = 0): AuditRecord => ({
  call,
  code,
  address: "127.0.0.1",
  before: null,
  after: null,
});

describe("changes", () => {
  it("count by the place of their call, are told at once, and are written down all the same", async () => {
    const changes = new Changes();
    const written: string[] = [];
    const trail = changes.heard({ record: ({ call }) => void written.push(call) });
    const topic = changes.topic();
    let told = 0;
    const end = topic.changes?.(() => (told += 1));
    trail.record(entry("luaSave"));
    trail.record(entry("luaDelete"));
    trail.record(entry("wsUserSet", 409));
    expect(await topic.read()).toEqual({ places: { "resources/lua": 2, "wsauth/users": 1 } });
    expect(told).toBe(3);
    expect(written).toEqual(["luaSave", "luaDelete", "wsUserSet"]);
    end?.();
    trail.record(entry("luaSave"));
    expect(told).toBe(3);
  });

  it("are of calls only: what devices write is written down and not told", async () => {
    const changes = new Changes();
    changes.heard({ record: () => undefined }).record(entry("liveWrite"));
    expect(await changes.topic().read()).toEqual({ places: {} });
  });
});
