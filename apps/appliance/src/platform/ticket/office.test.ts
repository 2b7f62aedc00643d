import { type calls, type Level, LIMITS } from "@hubwart/contract";
import { DeniedError, InvalidInputError, ManualClock, ResultError } from "@hubwart/core";
import { beforeEach, describe, expect, it } from "vitest";
import type { HandlerRequest } from "../../http/handlers.ts";
import { ForbiddenError } from "../../http/rights.ts";
import { signedIn } from "../../testing/signed-in.ts";
import { Tickets, ticketRoutes } from "./office.ts";

const PATH = "/project/download";
const OTHER = "/diagnostics/download";

let clock: ManualClock;
let gone: Set<string>;
let tickets: Tickets;
beforeEach(() => {
  clock = new ManualClock();
  gone = new Set();
  tickets = new Tickets(clock, (id) => !gone.has(id));
});
const issue = (path = PATH, session = "s1") =>
  tickets.issue(path, {
    session: signedIn("admin", session),
    parameters: { version: "3" },
    password: "geheim",
  });

describe("a ticket", () => {
  it("opens what it was made for, with session, parameters and password", () => {
    expect(tickets.redeem(issue(), PATH)).toMatchObject({
      session: { id: "s1" },
      parameters: { version: "3" },
      password: "geheim",
    });
  });

  it("opens it once", () => {
    const ticket = issue();
    expect(tickets.redeem(ticket, PATH)).toBeDefined();
    expect(tickets.redeem(ticket, PATH)).toBeUndefined();
  });

  it("opens nothing else, and then nothing at all", () => {
    const ticket = issue();
    expect(tickets.redeem(ticket, OTHER)).toBeUndefined();
    expect(tickets.redeem(ticket, PATH)).toBeUndefined();
  });

  it("lives for thirty seconds, whatever the clock is set to", () => {
    expect(LIMITS.ticketLife).toBe(30_000);
    const [inTime, late] = [issue(), issue()];
    clock.jump(86_400_000);
    clock.advance(LIMITS.ticketLife - 1);
    expect(tickets.redeem(inTime, PATH)).toBeDefined();
    clock.jump(-2 * 86_400_000);
    clock.advance(1);
    expect(tickets.redeem(late, PATH)).toBeUndefined();
  });

  it("ends with its session, and is worth nothing to another", () => {
    const [mine, other] = [issue(PATH, "s1"), issue(PATH, "s2")];
    gone.add("s1");
    expect(tickets.redeem(mine, PATH)).toBeUndefined();
    expect(tickets.redeem(other, PATH)?.session.id).toBe("s2");
  });

  it("cannot be guessed or told from its neighbour", () => {
    const many = Array.from({ length: 100 }, () => issue());
    expect(new Set(many).size).toBe(100);
    for (const ticket of many) expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/);
    for (const guess of ["", "x", "__proto__", many[0]?.slice(1) ?? ""]) {
      expect(tickets.redeem(guess, PATH)).toBeUndefined();
    }
  });

  it("is one of two hundred; the oldest goes for a newer one", () => {
    const first = issue();
    const many = Array.from({ length: 200 }, () => issue());
    expect(tickets.redeem(first, PATH)).toBeUndefined();
    expect(tickets.redeem(many[0] ?? "", PATH)).toBeDefined();
    expect(tickets.redeem(many.at(-1) ?? "", PATH)).toBeDefined();
  });

  it.each(["/info", "/login", "/stream/x", "/project/download/", "/project/download/../info", "//x", ""])(
    "is made for downloads alone, not for %j",
    (path) => {
      expect(() => issue(path)).toThrow(InvalidInputError);
    },
  );
});

it("is refused where the download would be, before one is made", async () => {
  const asked = {
    session: signedIn("admin"),
    body: { path: PATH, parameters: {}, password: "falsch" },
  } as unknown as HandlerRequest<typeof calls.ticket>;
  const wrong = () => Promise.reject(new ResultError(1203, "falsch"));
  await expect(ticketRoutes(tickets, { [PATH]: wrong }).ticket?.(asked)).rejects.toThrow("falsch");
  const answer = await ticketRoutes(tickets, {}).ticket?.(asked);
  expect(answer?.path).toBe(`/admin/api${PATH}?ticket=${answer?.ticket}`);
});

it("is for whoever may have the download, and says nothing of a password before", async () => {
  let checks = 0;
  const routes = ticketRoutes(tickets, { [PATH]: async () => void (checks += 1) });
  const asked = (level?: Level) =>
    ({
      session: level && signedIn(level),
      body: { path: PATH, parameters: {}, password: "geheim" },
    }) as unknown as HandlerRequest<typeof calls.ticket>;
  await expect(routes.ticket?.(asked("operate"))).rejects.toThrow(ForbiddenError);
  await expect(routes.ticket?.(asked())).rejects.toThrow(DeniedError);
  expect(checks).toBe(0);
  await expect(routes.ticket?.(asked("engineer"))).resolves.toBeDefined();
  expect(checks).toBe(1);
});
