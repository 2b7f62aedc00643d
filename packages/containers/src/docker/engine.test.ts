import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Engine } from "../engine.ts";
import { dockerEngine } from "./engine.ts";

/** An engine that answers everything with this. */
const answering = (body: string): Promise<Engine> => answeredBy((_, response) => response.end(body));

async function answeredBy(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Engine> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-engine-"));
  const socketPath = path.join(folder, "engine.sock");
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    answer(request, response);
  });
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  return dockerEngine({ socketPath });
}

it("a container that is half removed has no name, and hides no other one", async () => {
  const common = { Image: "x", ImageID: "sha256:1", Labels: null };
  const engine = await answering(
    JSON.stringify([
      { ...common, Id: "abc", Names: null, State: "removing", Ports: [{ PublicPort: 80 }] },
      { ...common, Id: "def", Names: ["/y"], State: "running" },
    ]),
  );
  expect(await engine.list()).toMatchObject([
    { name: "abc", status: "removing" },
    { name: "y", status: "running" },
  ]);
  expect(await engine.holderOf(80)).toBe("abc");
});

it.each(['{"message":"x"}', "null", "<html>", "[null]", "[{}]"])(
  "an answer that cannot be understood is told as the engine's: %s",
  async (body) => {
    const engine = await answering(body);
    const asked = [engine.list(), engine.inspect("x"), engine.sample("x"), engine.imageId("x")];
    for (const one of await Promise.allSettled(asked)) {
      if (one.status === "rejected")
        expect(one.reason).toMatchObject({
          kind: "unavailable",
          message: "Die Container-Engine antwortet nicht so, wie es vorgesehen ist.",
        });
    }
    await expect(engine.list()).rejects.toThrow("Die Container-Engine");
  },
);

describe("the network", () => {
  /** As Docker: whoever asks makes one, and one that is in use is not removed. */
  async function engineWith(names: string[], used: number): Promise<{ engine: Engine; left: Set<string> }> {
    const left = new Set(names);
    const engine = await answeredBy(async ({ method, url = "" }, response) => {
      const id = url.split("/").at(-1) ?? "";
      if (method === "DELETE") {
        response.statusCode = id === names[used] ? 403 : 204;
        if (id !== names[used]) left.delete(id);
        response.end(id === names[used] ? '{"message":"has active endpoints"}' : "");
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (method === "POST") left.add(`new-${left.size}`);
      response.statusCode = method === "POST" ? 201 : 200;
      const all = [...left].map((Id) => ({ Id, Name: "s4q" }));
      response.end(
        JSON.stringify(method === "POST" ? { Id: "x" } : [{ Id: "o", Name: "s4q_other" }, ...all]),
      );
    });
    return { engine, left };
  }

  it("is made once, though two add-ons start at the same moment", async () => {
    const { engine, left } = await engineWith([], 0);
    await Promise.all([1, 2, 3].map(() => engine.ensureNetwork("s4q")));
    expect([...left]).toEqual(["new-0"]);
  });

  it("is one again where there were several, and not taken from who is in it", async () => {
    const { engine, left } = await engineWith(["a", "b", "c"], 1);
    await engine.ensureNetwork("s4q");
    expect([...left]).toEqual(["b"]);
    const free = await engineWith(["a", "b"], 9);
    await free.engine.ensureNetwork("s4q");
    expect([...free.left]).toEqual(["b"]);
  });
});
