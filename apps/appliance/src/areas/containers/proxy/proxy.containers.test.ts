/** The proxy on a real engine: the calls as the console makes them, and what its rules then serve. */
import http from "node:http";
import net from "node:net";
import { freePort, waitFor } from "@hubwart/testing";
import { type AddOnBench, type Answer, startAddOns } from "@hubwart/testing/containers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Backend,
  connectTo,
  getOver,
  overTls,
  rule,
  signInAt,
  startBackend,
} from "../../../testing/proxy-clients.ts";

/** For what counts requests and not their time: also on a machine that does much else. */
const LONGEST_MS = 240_000;
let bench: AddOnBench;
const get = (path: string): Promise<Answer> => bench.get(path);
const post = (path: string, body: object): Promise<Answer> => bench.post(path, body);

beforeAll(async () => {
  bench = await startAddOns(["caddyproxy"]);
});
afterAll(() => bench?.stop());

describe("caddyproxy", () => {
  let backend: Backend;
  let backendPort = 0;
  beforeAll(async () => {
    backend = await startBackend();
    backendPort = backend.port;
    expect(await post("/caddyproxy/config", { active: true })).toMatchObject({ code: 0 });
  });
  afterAll(() => {
    backend.stop();
  });

  it("serves an http rule with its headers", async () => {
    const set = await post(
      "/caddyproxy/rules/set",
      rule({
        user_url: `127.0.0.1:${backendPort}`,
        user_header: "X-Hub: {a} b\nX-Two: 100% 'of' \\ $HOME \"it\"\nX-It's#3: y",
      }),
    );
    expect(set).toMatchObject({ code: 0 });
    const headers = (await (await fetch("http://127.0.0.1:9000/headers")).json()) as Record<string, string>;
    expect(headers).toMatchObject({
      "x-hub": "{a} b",
      "x-two": "100% 'of' \\ $HOME \"it\"",
      "x-it's#3": "y",
    });
  });

  it("passes a stream as it comes", async () => {
    const answer = await fetch("http://127.0.0.1:9000/stream");
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    for (let part = 0; part < 5; part += 1) {
      const { value } = await reader.read();
      expect(Buffer.from(value ?? []).toString()).toBe(`part ${part}`);
      // Nothing further is sent before this one is here.
      backend.tellMore();
    }
    expect((await reader.read()).done).toBe(true);
  });

  it("tcp passes bytes; https and tcps show the device's certificate", async () => {
    await post(
      "/caddyproxy/rules/set",
      rule({ name: "tcp", port: 9001, protocol: "tcp", user_url: `127.0.0.1:${backendPort}` }),
    );
    expect(await (await fetch("http://127.0.0.1:9001/")).text()).toBe("ok");
    for (const [port, protocol] of [
      [9002, "https"],
      [9003, "tcps"],
    ] as const) {
      const set = await post(
        "/caddyproxy/rules/set",
        rule({ name: protocol, port, protocol, user_url: `127.0.0.1:${backendPort}` }),
      );
      expect(set).toMatchObject({ code: 0 });
      expect(await overTls(port)).toEqual({
        body: "ok",
        issuer: expect.stringMatching(/^Hubwart .*Root CA$/),
      });
    }
  });

  it("a port that is taken names its owner, and nothing is stored", async () => {
    const server = net.createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const before = await get("/caddyproxy/config");
    const raw = await bench.product.api.post(
      "/caddyproxy/rules/set",
      rule({ port, user_url: "127.0.0.1:1" }),
    );
    expect(raw.status).toBe(400);
    expect(JSON.stringify(raw.body)).toContain(`Der Port ${port} wird bereits von dem Programm „node`);
    const own = await bench.product.api.post(
      "/caddyproxy/rules/set",
      rule({ port: Number(new URL(bench.product.url).port), user_url: "127.0.0.1:1" }),
    );
    expect(JSON.stringify(own.body)).toContain("der Verwaltung selbst");
    expect(await get("/caddyproxy/config")).toEqual(before);
    server.close();
  });

  it.each([
    [{ port: 80 }],
    [{ port: 443 }],
    [{ port: 0 }],
    [{ port: 65_536 }],
    [{ name: " " }],
    [{ user_url: "x" }],
    [{ user_header: "no colon" }],
    [{ user_header: "Host: x" }],
    [{ protocol: "tcp", user_header: "X: y" }],
    [{ target: "elsewhere" }],
  ])("refuses %j", async (more) => {
    const raw = await bench.product.api.post(
      "/caddyproxy/rules/set",
      rule({ port: 9100, user_url: "127.0.0.1:1", ...more }),
    );
    expect(raw.status).toBe(400);
  });

  it("a target that is away is told before and after, and its rule is in force", async () => {
    const away = rule({ name: "weg", port: 9050, user_url: `127.0.0.1:${await freePort()}` });
    const checked = await post("/caddyproxy/rules/check", away);
    expect(checked).toMatchObject({ code: 0, problem: expect.stringMatching(/nimmt kein Dienst/) });
    const stored = async () =>
      ((await get("/caddyproxy/config"))["rules"] as { name: string; unreachable?: string }[]).find(
        ({ name }) => name === "weg",
      );
    expect(await stored()).toBeUndefined();
    const { id } = await post("/caddyproxy/rules/set", away);
    await waitFor(async () => /nimmt kein Dienst/.test((await stored())?.unreachable ?? ""), {
      what: "the mark",
    });
    expect((await fetch("http://127.0.0.1:9050/")).status).toBe(503);
    await get(`/caddyproxy/rules/delete?id=${id as string}`);
    expect(
      await post("/caddyproxy/rules/check", rule({ port: 9051, user_url: `127.0.0.1:${backendPort}` })),
    ).toMatchObject({
      code: 0,
      hops: [
        { hop: "tcp", ok: true },
        { hop: "http", ok: true },
      ],
    });
    const raw = net.createServer((socket) => socket.on("error", () => undefined).end("no http\r\n\r\n"));
    await new Promise<void>((resolve) => raw.listen(0, "127.0.0.1", resolve));
    const to = (raw.address() as net.AddressInfo).port;
    const other = rule({ port: 9051, protocol: "https", user_url: `127.0.0.1:${to}` });
    expect(await post("/caddyproxy/rules/check", other)).toMatchObject({
      about: "target",
      problem: expect.stringContaining("antwortet nicht mit HTTP"),
      hops: [{ hop: "tcp" }, { hop: "tls", ok: true }, { hop: "http", ok: false }],
    });
    raw.close();
  });

  it("through a rule to the console each caller stands for itself; nobody else's word counts", async () => {
    const { id } = await post(
      "/caddyproxy/rules/set",
      rule({ name: "konsole", port: 9054, user_url: "hub:80" }),
    );
    const own = Number(new URL(bench.product.url).port);
    let locked = 0;
    for (let tries = 0; tries < 40 && locked !== 403; tries += 1)
      locked = await signInAt(9054, "127.0.0.9", "127.0.0.7");
    expect(locked).toBe(403);
    expect(await signInAt(own, "127.0.0.7", "127.0.0.8")).toBe(401);
    await get(`/caddyproxy/rules/delete?id=${id as string}`);
  });

  it("a name nobody knows marks its rule and keeps the proxy neither from changes nor from its start", async () => {
    const set = await post(
      "/caddyproxy/rules/set",
      rule({ name: "namenlos", port: 9052, user_url: "kamera.invalid:80" }),
    );
    expect(set).toMatchObject({ code: 0 });
    const { rules } = (await get("/caddyproxy/config")) as unknown as {
      rules: { name: string; problem?: string }[];
    };
    expect(rules.find(({ name }) => name === "namenlos")?.problem).toMatch(/lässt sich nicht auflösen/);
    expect(await get("/caddyproxy/restart")).toMatchObject({ code: 0 });
    await waitFor(async () => (await (await fetch("http://127.0.0.1:9000/")).text()) === "ok", {
      what: "the rule, in force again",
    });
    const named = rule({ name: "lokal", port: 9053, user_url: `localhost:${backendPort}` });
    const { id } = await post("/caddyproxy/rules/set", named);
    expect(await (await fetch("http://127.0.0.1:9053/")).text()).toBe("ok");
    for (const one of [id, set["id"]]) await get(`/caddyproxy/rules/delete?id=${one as string}`);
  });

  it(
    "10,000 requests during 50 changes of other rules, broken ones among them: none is lost",
    async () => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
      let answered = 0;
      let again = 0;
      const failures: string[] = [];
      let left = 10_000;
      const one = () => getOver(agent, 9000, () => (again += 1));
      const worker = async () => {
        while (left > 0) {
          left -= 1;
          await one().then(
            () => (answered += 1),
            (error: Error) => failures.push(error.message),
          );
        }
      };
      const workers = Array.from({ length: 8 }, worker);
      let id: string | undefined;
      let changes = 0;
      // Port taken, header malformed, no address.
      const broken = [
        { port: backendPort },
        { port: 9199, user_header: "no colon" },
        { port: 9199, user_url: "nowhere" },
      ];
      const changing = (async () => {
        for (; changes < 50; changes += 1) {
          const refused = broken[changes / 10];
          if (refused) expect((await post("/caddyproxy/rules/set", rule(refused))).code).not.toBe(0);
          const set = await post(
            "/caddyproxy/rules/set",
            rule({
              ...(id ? { id } : {}),
              name: "andere",
              port: 9200 + changes,
              protocol: changes % 2 === 0 ? "http" : "tcp",
              // Every other one leads to where nobody answers.
              user_url: `127.0.0.1:${changes % 4 < 2 ? backendPort : 1}`,
            }),
          );
          expect(set.code).toBe(0);
          id = set["id"] as string;
          if (left <= 0) left = 200;
        }
      })();
      await changing;
      await Promise.all(workers);
      await get(`/caddyproxy/rules/delete?id=${id}`);
      agent.destroy();
      expect(failures).toEqual([]);
      expect(changes).toBe(50);
      expect(answered).toBeGreaterThanOrEqual(10_000);
      expect(again).toBeLessThan(answered / 10);
    },
    LONGEST_MS,
  );

  it("an open stream lives on while other rules change, and is cut with its own", async () => {
    const echo = net.createServer((socket) => socket.pipe(socket));
    const port = await freePort();
    await new Promise<void>((resolve) => echo.listen(port, "127.0.0.1", resolve));
    const { id } = await post(
      "/caddyproxy/rules/set",
      rule({ name: "echo", port: 9300, protocol: "tcp", user_url: `127.0.0.1:${port}` }),
    );
    const socket = await connectTo(9300);
    const said = (text: string) =>
      new Promise<string>((resolve) => {
        socket.once("data", (chunk) => resolve(String(chunk)));
        socket.write(text);
      });
    expect(await said("a")).toBe("a");
    for (const other of [9301, 9302]) {
      const set = await post(
        "/caddyproxy/rules/set",
        rule({ name: "x", port: other, user_url: `127.0.0.1:${port}` }),
      );
      expect(await said("b")).toBe("b");
      await get(`/caddyproxy/rules/delete?id=${set["id"] as string}`);
    }
    expect(await said("c")).toBe("c");
    const cut = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    await get(`/caddyproxy/rules/delete?id=${id as string}`);
    await cut;
    echo.close();
  });

  it("an active rule on the same port is marked, and the first one serves", async () => {
    const { id } = await post("/caddyproxy/rules/set", rule({ name: "zweite", user_url: "127.0.0.1:1" }));
    const { rules } = (await get("/caddyproxy/config")) as unknown as {
      rules: { id: string; problem?: string }[];
    };
    expect(rules.find((one) => one.id === id)?.problem).toBe(
      "Den Port 9000 verwendet schon die Regel „Regel“.",
    );
    expect(await (await fetch("http://127.0.0.1:9000/")).text()).toBe("ok");
    await get(`/caddyproxy/rules/delete?id=${id as string}`);
  });

  it("a port taken while the proxy was down costs its own rule alone, and comes back once it is free", async () => {
    const { id } = await post(
      "/caddyproxy/rules/set",
      rule({ name: "verdrängt", port: 9310, user_url: `127.0.0.1:${backendPort}` }),
    );
    expect(await post("/caddyproxy/config", { active: false })).toMatchObject({ code: 0 });
    const taker = net.createServer();
    await new Promise<void>((resolve) => taker.listen(9310, "127.0.0.1", resolve));
    expect(await post("/caddyproxy/config", { active: true })).toMatchObject({ code: 0 });
    expect(await (await fetch("http://127.0.0.1:9000/")).text()).toBe("ok");
    const problem = async () =>
      ((await get("/caddyproxy/config"))["rules"] as { id: string; problem?: string }[]).find(
        (one) => one.id === id,
      )?.problem;
    expect(await problem()).toContain("Der Port 9310 wird bereits von dem Programm „");
    await new Promise((resolve) => taker.close(resolve));
    await get("/caddyproxy/restart");
    expect(await problem()).toBeUndefined();
    expect(await (await fetch("http://127.0.0.1:9310/")).text()).toBe("ok");
    await get(`/caddyproxy/rules/delete?id=${id as string}`);
  });

  it("who fills up one rule with idle connections leaves the others theirs", async () => {
    const idle = net.createServer((socket) => socket.on("error", () => undefined));
    const port = await freePort();
    await new Promise<void>((resolve) => idle.listen(port, "127.0.0.1", resolve));
    const { id } = await post(
      "/caddyproxy/rules/set",
      rule({ name: "voll", port: 9311, protocol: "tcp", user_url: `127.0.0.1:${port}` }),
    );
    let connected = 0;
    const sockets = Array.from({ length: 2_100 }, () =>
      net.connect({ port: 9311, host: "127.0.0.1" }, () => (connected += 1)).on("error", () => undefined),
    );
    await waitFor(() => connected > 1_000, { what: "more connections than the rule has" });
    expect(await (await fetch("http://127.0.0.1:9000/")).text()).toBe("ok");
    for (const socket of sockets) socket.destroy();
    await get(`/caddyproxy/rules/delete?id=${id as string}`);
    idle.close();
  });

  it("a rule that leads back to the proxy is refused, over another one too", async () => {
    const { id } = await post(
      "/caddyproxy/rules/set",
      rule({ name: "hin", port: 9312, protocol: "tcp", user_url: "127.0.0.1:9313" }),
    );
    const back = rule({ name: "zurück", port: 9313, protocol: "tcp", user_url: "127.0.0.1:9312" });
    const refused = await bench.product.api.post("/caddyproxy/rules/set", back);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("führt im Kreis");
    await get(`/caddyproxy/rules/delete?id=${id as string}`);
  });

  it("a deleted rule serves no longer", async () => {
    const { rules } = (await get("/caddyproxy/config")) as unknown as {
      rules: { id: string; port: number }[];
    };
    for (const { id } of rules)
      expect(await get(`/caddyproxy/rules/delete?id=${id}`)).toMatchObject({ code: 0 });
    await expect(connectTo(9000)).rejects.toThrow("ECONNREFUSED");
  });
});
