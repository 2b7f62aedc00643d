import { createLogger, DeniedError, MemoryLogSink } from "@hubwart/core";
import type { LiveUser, UserBook } from "@hubwart/live";
import { expect, it } from "vitest";
import { Door } from "./door.ts";

const USER: LiveUser = { username: "visu", role: "read", pwd: "h", token: "t" };

function bench() {
  const failed: string[] = [];
  const locked = new Set<string>();
  const throttle = {
    failed: (name: string) => void failed.push(name),
    succeeded: () => undefined,
    refusedFor: (name: string) => (locked.has(name) ? 30 : undefined),
  };
  const during = { act: (): void => undefined };
  const book = {
    byToken: (token: string) => (token === "right" ? USER : undefined),
    byPassword: async (_user: string, password: string) => {
      during.act();
      return password === "right" ? USER : undefined;
    },
  };
  const log = createLogger("system", "test", new MemoryLogSink());
  const door = new Door(book as unknown as UserBook, throttle, log);
  return { door, failed, locked, during };
}
const password = (text: string) => ({ user: "visu", password: text });

it("counts each wrong password and token, under a name that is not the console's", async () => {
  const { door, failed } = bench();
  await expect(door.admit(password("wrong"), "192.0.2.1")).rejects.toBeInstanceOf(DeniedError);
  await expect(door.admit({ token: "wrong" }, "192.0.2.1")).rejects.toBeInstanceOf(DeniedError);
  expect(failed).toEqual(["ws:192.0.2.1", "ws:192.0.2.1"]);
});

it("refuses the right password while its caller is locked, also when that came while it was looked at", async () => {
  const { door, locked, during } = bench();
  expect(await door.admit(password("right"), "192.0.2.1")).toBe(USER);
  during.act = () => locked.add("ws:192.0.2.1");
  const late = door.admit(password("right"), "192.0.2.1");
  await expect(late).rejects.toMatchObject({ retryAfter: 30 });
  during.act = () => expect.unreachable();
  await expect(door.admit(password("right"), "192.0.2.1")).rejects.toMatchObject({ retryAfter: 30 });
  // Nobody guesses a token.
  expect(await door.admit({ token: "right" }, "192.0.2.1")).toBe(USER);
});
