import {
  CODES,
  calls,
  hostnameSave,
  info,
  pods,
  stream,
  systemLog,
  ticket,
  traceCourse,
} from "@hubwart/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addressOf } from "../../api/address.ts";
import { queryClient } from "../../api/query-client.ts";
import { scriptFetch } from "../../testing/fetch.ts";
import { SESSION, type SessionTold } from "../session-kept.ts";
import { callAt } from "./site-calls.ts";
import { siteFetch } from "./site-fetch.ts";

const HUB = "a1b2c3d4e5f6";
const fetchAt = siteFetch(HUB);
const ME = { id: "p1", name: "Anna", level: "see", password: false } as const;
const who = () => queryClient.getQueryData<SessionTold>(SESSION)?.me?.name;
beforeEach(() =>
  queryClient.setQueryData<SessionTold>(SESSION, { code: 0, central: "Z", setup: true, me: ME }),
);
afterEach(() => {
  vi.useRealTimers();
});
const told = (answer: unknown, more: object = {}) => ({ body: { code: 0, status: 200, answer, ...more } });
const PODS = { code: 0, pods: [], inactive: [] };

describe("an address of the console", () => {
  it("is the call that it was made of, whichever that is", () => {
    const wrong: string[] = [];
    for (const [name, spec] of Object.entries(calls)) {
      const params = Object.fromEntries(
        [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => [param, "a/b ü"]),
      );
      const found = callAt(spec.method, addressOf(spec, params, { x: "1" }));
      if (found?.name !== name || JSON.stringify(found.params) !== JSON.stringify(params)) wrong.push(name);
      expect(found?.query).toEqual({ x: "1" });
    }
    expect(wrong).toEqual([]);
  });
  it("that is none of a call leads nowhere", async () => {
    const asked = scriptFetch();
    for (const address of ["/", "/admin/api/nothing", "/ws/openapi.json", "/admin/apipods"])
      expect((await fetchAt(address, {})).status).toBe(404);
    expect((await fetchAt(addressOf(pods), { method: "POST" })).status).toBe(404);
    expect(asked).toEqual([]);
  });
});

describe("a call of the console of a site", () => {
  it("goes to the central by its name, and comes back as from a device", async () => {
    const asked = scriptFetch(told({ ...PODS, more: 1 }, { etag: '"7"' }));
    const response = await fetchAt(addressOf(pods), { method: "GET" });
    expect([response.status, response.headers.get("etag"), await response.json()]).toEqual([
      200,
      '"7"',
      PODS,
    ]);
    expect(asked[0]?.url.pathname).toBe("/api/sites/ask");
    expect(asked[0]?.body).toEqual({ hub: HUB, call: "pods", params: {}, query: {} });
    expect(asked[0]?.headers.get("authorization")).toBeNull();
  });
  it("that changes something goes the way of these, with the version it was made from", async () => {
    const asked = scriptFetch({
      body: { code: 0, status: 409, answer: { code: 409, message: "Inzwischen geändert." } },
    });
    const init = { method: "POST", headers: { "If-Match": '"1"' }, body: '{"hostname":"neu"}' };
    const response = await fetchAt(addressOf(hostnameSave), init);
    expect([response.status, await response.json()]).toEqual([
      409,
      { code: 409, message: "Inzwischen geändert." },
    ]);
    expect(asked[0]?.url.pathname).toBe("/api/sites/act");
    expect(asked[0]?.body).toMatchObject({ call: "hostnameSave", match: '"1"', body: { hostname: "neu" } });
  });
  it("that the central refuses says why, and only a session that is over ends anything", async () => {
    scriptFetch(
      { status: 403, body: { code: CODES.locked, message: "Dafür reichen Ihre Rechte nicht." } },
      { status: 503, body: { code: 503, message: "nicht verbunden" } },
      { status: 401, body: { code: 401, message: "nein" } },
    );
    const answers = [];
    for (let n = 0; n < 3; n += 1) {
      const response = await fetchAt(addressOf(pods), {});
      answers.push([response.status, ((await response.json()) as { code: number }).code, who()]);
    }
    expect(answers).toEqual([
      [403, CODES.forbidden, "Anna"],
      [503, 503, "Anna"],
      [401, 401, undefined],
    ]);
  });
  it("is made by who opened the page, and by nobody who signed in since", async () => {
    const asked = scriptFetch({ status: 409, body: { code: 1209, message: "neu laden", name: "Bert" } });
    const response = await fetchAt(addressOf(hostnameSave), { method: "POST", body: '{"hostname":"neu"}' });
    expect([response.ok, ((await response.json()) as { code: number }).code]).toEqual([false, 1209]);
    expect(asked[0]?.headers.get("hubwart-person")).toBe("p1");
    expect(queryClient.getQueryData<SessionTold>(SESSION)).toMatchObject({ me: ME, other: "Bert" });
  });
  it("shows nothing of an answer that has another shape", async () => {
    for (const answer of [
      { code: 0 },
      { code: 0, pods: [{ id: {} }], inactive: [] },
      "x",
      null,
      [],
      { code: "0" },
    ]) {
      scriptFetch(told(answer));
      const response = await fetchAt(addressOf(pods), {});
      expect(response.status).toBe(502);
      expect(await response.text()).toContain("passt nicht");
    }
    scriptFetch(told({ code: 0, session: true, me: "<b>" }));
    expect((await fetchAt(addressOf(info), {})).status).toBe(502);
  });
  it("that answers text brings it as it is", async () => {
    scriptFetch(told('{"msg":"ä"}\n', { type: "application/x-ndjson" }));
    const response = await fetchAt(addressOf(systemLog, {}, { tail: 2 }), {});
    expect([await response.text(), response.headers.get("content-type")]).toEqual([
      '{"msg":"ä"}\n',
      "application/x-ndjson; charset=utf-8",
    ]);
  });
  it("fails as it does at a device where nobody answers, or is broken off", async () => {
    scriptFetch(new TypeError("offline"));
    await expect(fetchAt(addressOf(traceCourse), { method: "POST", body: "{}" })).rejects.toMatchObject({
      name: "ConnectionError",
    });
    scriptFetch(new DOMException("aborted", "AbortError"));
    const signal = AbortSignal.abort();
    await expect(fetchAt(addressOf(pods), { signal })).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("live data of a site", () => {
  const address = addressOf(stream, {}, { topics: "status" });
  const piece = (answer: string, status = 200) => ({
    body: { code: 0, status, answer, type: "text/event-stream" },
  });
  it("is fetched piece by piece under one name, and read as one stream until the site ends it", async () => {
    vi.useFakeTimers();
    const over = { body: { code: 0, status: 410, answer: { code: 410, message: "beendet" } } };
    const asked = scriptFetch(piece("event: a\n"), piece(""), piece("data: 1\n\n"), over);
    const response = await fetchAt(address, {});
    const text = response.text();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await text).toBe("event: a\ndata: 1\n\n");
    const names = asked.map(({ body }) => (body as { watch: string }).watch);
    expect(new Set(names).size).toBe(1);
    expect(names[0]).toMatch(/^[A-Za-z0-9_-]{16,40}$/);
  });
  it("is asked for no more once nobody reads it", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const asked = scriptFetch(piece("x"));
    const response = await fetchAt(address, { signal: controller.signal });
    const text = response.text();
    text.catch(() => undefined);
    controller.abort();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(text).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });
  it("that the site refuses is no stream", async () => {
    scriptFetch({ body: { code: 0, status: 403, answer: { code: 1205, message: "nein" } } });
    expect((await fetchAt(address, {})).status).toBe(403);
  });
});

describe("a download of a site", () => {
  const buy = (path: string, more: object = {}) =>
    fetchAt(addressOf(ticket), {
      method: "POST",
      body: JSON.stringify({ path, parameters: { src: "project" }, ...more }),
    });
  it("has an address of the central, for which the site opens the file", async () => {
    const asked = scriptFetch(told({ code: 0, name: "a.xlsx" }, { ticket: "t1", name: "a.xlsx" }));
    const response = await buy("/project/download", { password: "geheim" });
    expect(await response.json()).toEqual({ code: 0, ticket: "t1", path: "/api/sites/files/file?ticket=t1" });
    expect(asked.map(({ body, url }) => [url.pathname, body])).toEqual([
      [
        "/api/sites/files/fetch",
        {
          hub: HUB,
          call: "projectDownload",
          params: {},
          query: { src: "project", data: '{"pwd":"geheim"}' },
        },
      ],
    ]);
  });
  it("that the site refuses says why", async () => {
    scriptFetch({
      body: { code: 0, status: 200, answer: { code: 1203, message: "Das Passwort ist falsch." } },
    });
    expect(await (await buy("/project/download")).json()).toMatchObject({ code: 1203 });
  });
  it("of what stays there, or under a password that has no way, is not asked for", async () => {
    const asked = scriptFetch();
    for (const [path, more] of [
      ["/backup/file", {}],
      ["/system/people", {}],
      ["/system/info", { password: "geheim-genug" }],
    ] as const)
      expect([path, (await buy(path, more)).status]).toEqual([path, 403]);
    expect(asked).toEqual([]);
  });
});
