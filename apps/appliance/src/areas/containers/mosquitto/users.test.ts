import { ConflictError, InvalidInputError, ManualClock } from "@hubwart/core";
import { beforeEach, expect, it } from "vitest";
import { brokerHash } from "./hash.ts";
import { type BrokerUser, BrokerUsers } from "./users.ts";

let stored: BrokerUser[];
let refuse: boolean;
let told: string[][];
let users: BrokerUsers;
beforeEach(() => {
  stored = [];
  refuse = false;
  told = [];
  users = new BrokerUsers({
    store: {
      settings: {
        read: () => stored,
        write: (_: unknown, value: BrokerUser[]) => void (stored = value),
      } as never,
    },
    clock: new ManualClock(),
    apply: async (given) => {
      if (refuse) throw new Error("no");
      told.push(given.map(({ usr }) => usr));
    },
  });
});

it("hashes as mosquitto_passwd does", async () => {
  // mosquitto_passwd -b -H sha512-pbkdf2 has salt and hash of these lengths; the broker itself proves it in the tier containers.
  const hash = await brokerHash("geheim", Buffer.alloc(12));
  expect(hash).toMatch(/^\$7\$20000\$AAAAAAAAAAAAAAAA\$[A-Za-z0-9+/]{86}==$/);
  expect(await brokerHash("geheim")).not.toBe(await brokerHash("geheim"));
});

it("keeps the password on edit, and everything as it was when the broker refuses", async () => {
  await users.set({ usr: "a", pwd: "x", read: "#", write: "" });
  const { hash } = users.find("a");
  const changes = await users.set({ usr: "a", read: "b", write: "" });
  expect(changes).toEqual([{ usr: "a", gains: { read: "", write: "" }, loses: { read: "#", write: "" } }]);
  expect(users.find("a")).toEqual({ usr: "a", hash, read: "b", write: "" });
  refuse = true;
  await expect(users.delete("a")).rejects.toThrow("no");
  expect(users.all()).toHaveLength(1);
});

it("a broker that ran on is told again: of what was before, of what may be late, and after nobody could tell it", async () => {
  stored = [{ usr: "mit", hash: "$7$1", read: "a", write: "" }];
  await users.follow();
  await users.follow();
  expect(told).toEqual([["mit"]]);
  refuse = true;
  await expect(users.delete("mit")).rejects.toThrow("no");
  await expect(users.follow()).rejects.toThrow("no");
  refuse = false;
  await users.follow();
  await users.follow();
  expect(told).toEqual([["mit"], ["mit"]]);
  users.doubt();
  await users.follow();
  expect(told).toHaveLength(3);
});

it("one without a password, as a backup without one brings them, is no user of the broker", async () => {
  stored = [
    { usr: "ohne", hash: "", read: "#", write: "#" },
    { usr: "mit", hash: "$7$1", read: "a", write: "" },
  ];
  expect(users.admitted()).toEqual([{ usr: "mit", hash: "$7$1", read: "a", write: "" }]);
  // Rights that nobody can use are no gain; the password is.
  expect(await users.set({ usr: "ohne", read: "b", write: "" })).toEqual([]);
  expect(await users.set({ usr: "ohne", pwd: "x", read: "b", write: "" })).toMatchObject([
    { usr: "ohne", gains: { read: "b" } },
  ]);
});

it("a stored filter that the broker does not take allows nothing, and stops nobody else", () => {
  stored = [
    { usr: "alt", hash: "$7$1", read: " ", write: "a" },
    { usr: "mit", hash: "$7$1", read: "a", write: "" },
  ];
  expect(users.admitted()).toEqual([
    { usr: "alt", hash: "$7$1", read: "", write: "a" },
    { usr: "mit", hash: "$7$1", read: "a", write: "" },
  ]);
});

it("refuses a filter that the broker does not take, by its field", async () => {
  const wrong = { usr: "a", pwd: "x", read: "#", write: Array.from({ length: 300 }, () => "a").join("/") };
  await expect(users.set(wrong)).rejects.toMatchObject({ fields: [{ field: "write" }] });
  await expect(users.set({ ...wrong, write: " " })).rejects.toThrow(InvalidInputError);
  expect(stored).toEqual([]);
});

it("bounds the topics of all users together", async () => {
  const long = "a".repeat(65_535);
  stored = Array.from({ length: 16 }, (_, at) => ({ usr: `u${at}`, hash: "$7$1", read: long, write: "" }));
  await expect(users.set({ usr: "u0", read: long, write: long })).rejects.toThrow(ConflictError);
  expect(stored[0]?.write).toBe("");
});
