import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ManualClock } from "@hubwart/core";
import { useEnds } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { Matrix } from "./matrix.ts";
import type { ChatIface } from "./schema.ts";

const open = useEnds();

it("begins anew, without old commands, at a server that does not know its place any more", async () => {
  const asked: (string | null)[] = [];
  let restored = false;
  let events = [{ id: "$1", text: "alt" }];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://lan");
    const since = url.searchParams.get("since");
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (!url.pathname.endsWith("/sync")) {
      answer(200, { user_id: "@hub:lan" });
      return;
    }
    asked.push(since);
    if (restored && since === "s1") {
      answer(400, { errcode: "M_UNKNOWN", error: "Unknown token" });
      return;
    }
    const timeline = {
      events: events.map(({ id, text }) => ({
        type: "m.room.message",
        sender: "@anna:lan",
        event_id: id,
        origin_server_ts: 1,
        content: { msgtype: "m.text", body: text },
      })),
    };
    answer(200, { next_batch: restored ? "r1" : "s1", rooms: { join: { "!room:lan": { timeline } } } });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { service: "matrix", url, token: "t", allowed: "@anna:lan", verify: true } as ChatIface;
  const matrix = new Matrix({ config, clock: new ManualClock(), signal: new AbortController().signal });
  open.push(() => matrix.end());

  expect(await matrix.receive()).toEqual([]);
  restored = true;
  await expect(matrix.receive()).rejects.toThrow("Unknown token");
  events = [{ id: "$2", text: "setze soll 99" }];
  expect(await matrix.receive()).toEqual([]);
  events = [{ id: "$3", text: "setze soll 21" }];
  expect(await matrix.receive()).toMatchObject([{ text: "setze soll 21" }]);
  expect(asked).toEqual([null, "s1", null, "r1"]);
});
