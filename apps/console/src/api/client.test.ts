import {
  CODES,
  hubRestart,
  info,
  login,
  podConfigSave,
  pods,
  projectRun,
  systemLog,
  traceGet,
} from "@hubwart/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, ConnectionError } from "../lib/errors.ts";
import { tokenStore } from "../session/token-store.ts";
import { scriptFetch } from "../testing/fetch.ts";
import { addressOf } from "./address.ts";
import { callApi, callText, callWithEtag, noteRefusal } from "./client.ts";

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail("should have failed"),
    (error: unknown) => error,
  );

describe("addresses", () => {
  it("carry parameters, query and the time, never the token", () => {
    expect(addressOf(projectRun, { action: "check" }, { wait: "60", backup: undefined }, 7)).toBe(
      "/admin/api/project/check?wait=60&auth_check=7",
    );
    expect(addressOf(traceGet, { name: "a/b?" }, { filter: ["x*", "y&z"] }, 7)).toBe(
      "/admin/api/trace/a%2Fb%3F?filter=x*&filter=y%26z&auth_check=7",
    );
  });

  it("need all parameters", () => {
    expect(() => addressOf(traceGet, {})).toThrow(/needs name/);
  });
});

describe("calls", () => {
  beforeEach(() => tokenStore.store("t1"));

  it("send the token as a header and return the answer of code 0", async () => {
    const asked = scriptFetch({ body: { code: 0, pods: [], inactive: [] } });
    await expect(callApi(pods)).resolves.toEqual({ code: 0, pods: [], inactive: [] });
    expect(asked[0]?.headers.get("authorization")).toBe("Bearer t1");
    expect(asked[0]?.url.search).not.toContain("t1");
    expect(asked[0]?.url.searchParams.get("auth_check")).toMatch(/^\d{13}$/);
  });

  it("send the ETag of what they replace and return the new one", async () => {
    const asked = scriptFetch({ body: { code: 0, need_restart: true }, headers: { etag: '"2"' } });
    const body = { pod: "mqtt.a", internal: true, params: {} };
    const { etag } = await callWithEtag(podConfigSave, { body, ifMatch: '"1"' });
    expect(asked[0]?.headers.get("if-match")).toBe('"1"');
    expect(asked[0]?.body).toEqual(body);
    expect(etag).toBe('"2"');
  });

  it("take an answer that breaks off for none, whatever its status said", async () => {
    const broken = (status: number) =>
      new Response(
        new ReadableStream({
          start(body) {
            body.enqueue(new TextEncoder().encode('{"code":'));
            body.error(new TypeError("network error"));
          },
        }),
        { status },
      );
    for (const status of [200, 500]) {
      vi.stubGlobal("fetch", async () => broken(status));
      expect(await failure(callApi(pods))).toMatchObject({ name: "ConnectionError", timedOut: false });
      expect(await failure(callText(systemLog))).toBeInstanceOf(ConnectionError);
    }
  });

  it("wait for the end of an answer no longer than for its beginning", async () => {
    vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
      const start = (body: ReadableStreamDefaultController) =>
        signal?.addEventListener("abort", () => body.error(signal.reason));
      return new Response(new ReadableStream({ start }));
    });
    const error = await failure(callApi(pods, { timeout: 20 }));
    expect(error).toMatchObject({ name: "ConnectionError", timedOut: true });
  });

  it("do not wait for ever for what the page asked before its scripts were there", async () => {
    const asked = scriptFetch({ body: { code: 0, session: false } });
    globalThis.hubwartInfo = { token: "t1", answer: new Promise(() => {}) };
    const error = await failure(callApi(info, { timeout: 20 }));
    expect(error).toMatchObject({ name: "ConnectionError", timedOut: true });
    await expect(callApi(info)).resolves.toMatchObject({ session: false });
    expect(asked).toHaveLength(1);
  });

  it("throw an application result with its text and fields, and keep the session", async () => {
    const fields = [{ field: "port", message: "1 bis 65535" }];
    scriptFetch({ body: { code: 1200, message: "Falsch.", fields } });
    const error = await failure(callApi(pods));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 1200, detail: "Falsch.", fields, endsSession: false });
    expect(tokenStore.read()).toBe("t1");
  });

  it.each([
    [400, { code: 400, message: "x" }, 400],
    [409, { code: 409 }, 409],
    [502, "<html>", 502],
    [200, "<html>", 500],
    [200, {}, 500],
  ])("map HTTP %i with %j to code %i", async (status, body, code) => {
    scriptFetch({ status, body });
    expect(await failure(callApi(pods))).toMatchObject({ name: "ApiError", code });
    expect(tokenStore.read()).toBe("t1");
  });

  it.each([401, 403])("end the session on %i", async (status) => {
    scriptFetch({ status, body: { code: status, retry_after: 30 } });
    expect(await failure(callApi(pods))).toMatchObject({ code: status, retryAfter: 30, endsSession: true });
    expect(tokenStore.read()).toBeUndefined();
  });

  it("leave the session open for what the caller merely may not do", async () => {
    scriptFetch({ status: 403, body: { code: CODES.forbidden, message: "Dafür reichen die Rechte nicht." } });
    expect(await failure(callApi(pods))).toMatchObject({ code: CODES.forbidden, endsSession: false });
    expect(tokenStore.read()).toBe("t1");
  });

  it("repeat a refused call once when another tab renewed the token meanwhile", async () => {
    const now = Date.now();
    const renewed = JSON.stringify({ token: "t2", used: now, renewed: now });
    const asked = scriptFetch({ status: 401, body: { code: 401 } }, { body: { code: 0 } });
    const scripted = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
      const answer = await scripted(input, init);
      localStorage.setItem("hubwart.session", renewed);
      return answer;
    });
    await callApi(hubRestart);
    expect(asked.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer t1", "Bearer t2"]);
    expect(tokenStore.read()).toBe("t2");
  });

  it("that were refused for an older token leave the session of the present one open", () => {
    tokenStore.store("t2");
    noteRefusal(401, pods, "t1");
    noteRefusal(500, pods, "t2");
    expect(tokenStore.read()).toBe("t2");
    noteRefusal(401, pods, "t2");
    expect(tokenStore.read()).toBeUndefined();
  });

  it("do not ask the appliance without a token", async () => {
    tokenStore.clear("idle");
    const asked = scriptFetch();
    expect(await failure(callApi(pods))).toMatchObject({ code: 401 });
    expect(asked).toEqual([]);
  });

  it("send no old token with a sign-in, and none is needed for info", async () => {
    const asked = scriptFetch({ body: { code: 0, token: "n" } }, { body: { code: 0 } });
    await callApi(login, { body: { pwd: "x" } });
    tokenStore.clear("idle");
    await callApi(info);
    expect(asked.map(({ headers }) => headers.has("authorization"))).toEqual([false, false]);
  });

  it("clear the token when a sign-in fails", async () => {
    scriptFetch({ status: 401, body: { code: 401 } });
    await failure(callApi(login, { body: { pwd: "x" } }));
    expect(tokenStore.read()).toBeUndefined();
  });

  it("tell a lost connection from an abort", async () => {
    scriptFetch(new TypeError("Failed to fetch"));
    expect(await failure(callApi(pods))).toBeInstanceOf(ConnectionError);
    const abort = new AbortController();
    abort.abort();
    scriptFetch(new DOMException("aborted", "AbortError"));
    expect(await failure(callApi(pods, { signal: abort.signal }))).toMatchObject({ name: "AbortError" });
    expect(tokenStore.read()).toBe("t1");
  });

  it("give up after 2 s for info", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    scriptFetch({}, {});
    await callApi(info);
    await callApi(pods, { timeout: 60_000 });
    expect(timeout.mock.calls).toEqual([[2_000], [60_000]]);
    timeout.mockRestore();
  });
});
