import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { filterProblem } from "./filter.ts";
import { brokerHash } from "./hash.ts";
import { BrokerUsers } from "./users.ts";

it("hashes as mosquitto_passwd does", async () => {
  // mosquitto_passwd -b -H sha512-pbkdf2 has salt and hash of these lengths; the broker itself proves it in the tier containers.
  const hash = await brokerHash("geheim", Buffer.alloc(12));
  expect(hash).toMatch(/^\$7\$20000\$AAAAAAAAAAAAAAAA\$[A-Za-z0-9+/]{86}==$/);
  expect(await brokerHash("geheim")).not.toBe(await brokerHash("geheim"));
});

it.each(["#", "a/#", "+/b", "a/+/c", "", "haus/ä b"])("takes the filter %j", (text) => {
  expect(filterProblem(text)).toBeUndefined();
});
it.each(["a#", "#/a", "a+/b", "a\nb", "a/##"])("refuses the filter %j", (text) => {
  expect(filterProblem(text)).toBeDefined();
});

it("keeps the password on edit, and everything as it was when the broker refuses", async () => {
  let stored: unknown = [];
  let refuse = false;
  const users = new BrokerUsers({
    store: {
      settings: { read: () => stored, write: (_: unknown, value: unknown) => void (stored = value) } as never,
    },
    clock: new ManualClock(),
    apply: async () => {
      if (refuse) throw new Error("no");
    },
  });
  await users.set({ usr: "a", pwd: "x", read: "#", write: "" });
  const { hash } = users.find("a");
  await users.set({ usr: "a", read: "b", write: "" });
  expect(users.find("a")).toEqual({ usr: "a", hash, read: "b", write: "" });
  refuse = true;
  await expect(users.delete("a")).rejects.toThrow("no");
  expect(users.all()).toHaveLength(1);
});
