import { DeniedError, ManualClock } from "@hubwart/core";
import type { LiveUser } from "@hubwart/live";
import fastify from "fastify";
import { expect, it } from "vitest";
import type { LiveChannels } from "./channels.ts";
import { serveLive } from "./http.ts";

it("writes nothing for who was removed while the body was on its way", async () => {
  const user: LiveUser = { username: "visu", role: "write", pwd: "", token: "t" };
  const written: string[] = [];
  let stands = true;
  const app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof DeniedError ? 401 : 500).send(),
  );
  serveLive(app, {
    door: { admit: async () => user, stands: () => stands },
    channels: {
      write: async (_access: unknown, _address: string, chan: string) => {
        written.push(chan);
        return { state: "written" };
      },
    } as unknown as LiveChannels,
    clock: new ManualClock(),
    documents: { asyncApi: async () => "", openApi: async () => "" },
  });
  const put = async () => {
    const answer = await app.inject({
      method: "PUT",
      url: "/ws/channels/knx.line.light",
      headers: { authorization: "Bearer t", "content-type": "application/json" },
      payload: { value: 1 },
    });
    return answer.statusCode;
  };
  expect(await put()).toBe(200);
  stands = false;
  expect(await put()).toBe(401);
  expect(written).toEqual(["knx.line.light"]);
  await app.close();
});
