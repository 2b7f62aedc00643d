import { describe, expect, it } from "vitest";
import { formatJoinCode, newSecret, readJoinCode } from "./join-code.ts";
import { feedOf, hubOf, isOwnInbox, permissionsOf, subjectsOf } from "./subjects.ts";

const HUB = "a1b2c3d4e5f6";

describe("subjects of a hub", () => {
  it("are built of an id alone", () => {
    expect(subjectsOf(HUB).state).toBe(`hw.${HUB}.state`);
    for (const id of ["", "*", ">", "a1b2c3d4e5f6.>", "A1B2C3D4E5F6", "a1b2c3d4e5f6\r\n", "short"])
      expect(() => subjectsOf(id)).toThrow();
  });
  it("tell whose they are", () => {
    expect(hubOf(`hw.${HUB}.state`)).toBe(HUB);
    for (const subject of ["", "hw", `hw.${HUB}`, `hw.${HUB}.state.more`, `xx.${HUB}.state`, "hw.*.state"])
      expect(hubOf(subject)).toBeUndefined();
  });
  it("tell whose feed they are", () => {
    expect(feedOf(`hw.${HUB}.feed.alarms`)).toEqual({ hub: HUB, feed: "alarms" });
    for (const subject of [
      `hw.${HUB}.feed`,
      `hw.${HUB}.feed.x`,
      `hw.${HUB}.feed.alarms.x`,
      "hw.*.feed.alarms",
    ])
      expect(feedOf(subject)).toBeUndefined();
  });
  it("are where an answer goes, and nowhere else", () => {
    expect(isOwnInbox(HUB, `_INBOX_${HUB}.x.1`)).toBe(true);
    for (const reply of [
      undefined,
      "",
      `_INBOX_${HUB}`,
      `_INBOX_${HUB}0.x`,
      "_INBOX_b1b2c3d4e5f6.x",
      "$JS.API.x",
    ])
      expect(isOwnInbox(HUB, reply)).toBe(false);
  });
  it("are all that its pass permits", () => {
    const { pub, sub } = permissionsOf(HUB);
    for (const subject of [...pub.allow, ...sub.allow]) {
      expect(subject).toContain(HUB);
      expect(subject).not.toContain("*");
      expect(subject.startsWith(">")).toBe(false);
    }
  });
});

describe("a code to join", () => {
  it("comes back as it was, also with the breaks of a mail", () => {
    const code = { secret: newSecret(), authority: "a".repeat(43) };
    expect(readJoinCode(formatJoinCode(code))).toEqual(code);
    expect(readJoinCode(` ${formatJoinCode(code).replace(/.{20}/g, "$&\n ")} `)).toEqual(code);
  });
  it("is refused when something is missing", () => {
    const code = formatJoinCode({ secret: newSecret(), authority: "a".repeat(43) });
    for (const wrong of ["", ".", code.slice(1), code.slice(0, -1), `${code}x`, code.replace(".", "")])
      expect(readJoinCode(wrong)).toBeUndefined();
  });
});
