import { calls, changedPlace } from "@hubwart/contract";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PLACES } from "./changed-places.ts";
import type { Info, Status } from "./info.ts";
import { queryKeys } from "./query-keys.ts";

/** Places that no list shows, or whose lists other topics of the stream keep (`status`, `pods`, `project`, `jobs`), or a poll. */
const NOT_LISTED = new Set([
  "alarms/test",
  "backup/restore",
  "grafana/reset-admin-pwd",
  "hub/restart",
  "influxdb/access",
  "influxdb/reset-admin-pwd",
  "jobs/cancel",
  "knx/restart",
  "knx/send",
  "login",
  "logout",
  "pods/restart",
  "pods/test",
  "project/restore",
  "project/{action}",
  "set_init_pwd",
  "state/send",
  "system/change_channel",
  "system/change_pw",
  "system/copies",
  "system/restart",
  "system/settings",
  "trace/write",
  "update/back",
  "update/dismiss",
]);

import { cacheFeeder } from "./stream-cache.ts";

const project = (version: string): Status["project"] => ({
  id: "demo",
  name: "Demo",
  modified: 1,
  version,
  backup: { found: false, filename: "", size: 0 },
});
const info = {
  code: 0,
  session: true,
  system: { setup: true, started: 1, time: 1, host: { hostname: "old" } },
  license: { valid: false, name: "" },
  version: { Main: "1" },
  product: "Hubwart",
} as Info;
const status = {
  system: { started: 2, time: 3, host: { hostname: "new" } },
  license: { valid: true, name: "Firma" },
} as Status;

describe("events of the stream", () => {
  let client: QueryClient;
  beforeEach(() => {
    client = new QueryClient();
  });

  it("renew the status and what is derived from it, but not the session", () => {
    client.setQueryData(queryKeys.info, info);
    cacheFeeder(client)("status", status);
    expect(client.getQueryData(queryKeys.info)).toEqual({
      ...info,
      system: { setup: true, started: 2, time: 3, host: { hostname: "new" } },
      license: { valid: true, name: "Firma" },
    });
  });

  it("give nothing to who has no session", () => {
    const open = { ...info, session: false } as Info;
    client.setQueryData(queryKeys.info, open);
    cacheFeeder(client)("status", status);
    expect(client.getQueryData(queryKeys.info)).toBe(open);
  });

  it("make up no answer that was never given", () => {
    cacheFeeder(client)("status", status);
    expect(client.getQueryData(queryKeys.info)).toBeUndefined();
  });

  it("ask for the alarms anew after a change, not for those that were there before", () => {
    const feed = cacheFeeder(client);
    const asked = vi.spyOn(client, "invalidateQueries");
    const head = { state: "watching" as const, worst: [], changes: 4 };
    feed("alarms", head);
    feed("alarms", { ...head, trouble: "weg" });
    expect(asked).not.toHaveBeenCalled();
    expect(client.getQueryData(queryKeys.alarmHead)).toMatchObject({ changes: 4, trouble: "weg" });
    feed("alarms", { ...head, changes: 5 });
    expect(asked).toHaveBeenCalledWith({ queryKey: queryKeys.alarms });
  });

  it("look like the answers of the calls", () => {
    cacheFeeder(client)("pods", { pods: [], inactive: [] });
    expect(client.getQueryData(queryKeys.pods)).toEqual({ code: 0, pods: [], inactive: [] });
  });

  it("make everything of the project stale when it changed, not when it is merely told", () => {
    const invalidate = vi.spyOn(client, "invalidateQueries");
    const feed = cacheFeeder(client);
    feed("project", project("1"));
    feed("project", project("1"));
    expect(invalidate).not.toHaveBeenCalled();
    feed("project", project("2"));
    expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([
      queryKeys.project,
      queryKeys.pods,
      queryKeys.info,
    ]);
  });

  it("have what was changed elsewhere asked anew, and only that", () => {
    const invalidate = vi.spyOn(client, "invalidateQueries");
    const feed = cacheFeeder(client);
    feed("changed", { places: { "wsauth/users": 3 } });
    expect(invalidate).not.toHaveBeenCalled();
    feed("changed", { places: { "wsauth/users": 3, "mosquitto/users": 1, "nobody/knows": 1 } });
    expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([["container", "mosquitto"]]);
    invalidate.mockClear();
    // The device has restarted and begun to count anew.
    feed("changed", { places: { "mosquitto/users": 1 } });
    expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([["resources", "users"]]);
  });

  it("name places that calls of the contract change", () => {
    const places = new Set(
      Object.values(calls)
        .filter(({ mutates }) => mutates)
        .map(({ path }) => changedPlace(path)),
    );
    expect(Object.keys(PLACES).filter((place) => !places.has(place))).toEqual([]);
    // Whoever adds a call that changes something says which lists show it, or here why none does.
    const unnoticed = [...places].filter((place) => !(place in PLACES) && !NOT_LISTED.has(place));
    expect(unnoticed).toEqual([]);
    expect([...NOT_LISTED].filter((place) => !places.has(place) || place in PLACES)).toEqual([]);
  });
});
