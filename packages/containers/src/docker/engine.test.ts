import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Engine } from "../engine.ts";
import { dockerEngine } from "./engine.ts";

/** An engine that answers everything with this. */
async function answering(body: string): Promise<Engine> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-engine-"));
  const socketPath = path.join(folder, "engine.sock");
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(body);
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
