import { describe, expect, it } from "vitest";
import { isForbidden, parsePing } from "./parse.ts";

/** Captured from the programs named. */
const HEAD = "PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.\n\n--- 127.0.0.1 ping statistics ---\n";

describe("parsePing", () => {
  it.each([
    [
      "iputils",
      `${HEAD}3 packets transmitted, 3 received, 0% packet loss, time 407ms\nrtt min/avg/max/mdev = 0.033/0.112/0.266/0.108 ms\n`,
      { sent: 3, received: 3, rtt: 0.112 },
    ],
    [
      "iputils, part lost",
      `${HEAD}3 packets transmitted, 1 received, 66.6667% packet loss, time 407ms\nrtt min/avg/max/mdev = 12.5/12.5/12.5/0.000 ms\n`,
      { sent: 3, received: 1, rtt: 12.5 },
    ],
    [
      "iputils, all lost",
      `${HEAD}2 packets transmitted, 0 received, 100% packet loss, time 201ms\n\n`,
      { sent: 2, received: 0 },
    ],
    [
      "iputils, refused by a router",
      `${HEAD}3 packets transmitted, 0 received, +3 errors, 100% packet loss, time 2002ms\npipe 3\n`,
      { sent: 3, received: 0 },
    ],
    [
      "iputils, answered twice",
      `${HEAD}3 packets transmitted, 3 received, +2 duplicates, 0% packet loss, time 2002ms\nrtt min/avg/max/mdev = 1.0/2.0/3.0/0.5 ms, pipe 2\n`,
      { sent: 3, received: 3, rtt: 2 },
    ],
    [
      "BusyBox",
      "PING 127.0.0.1 (127.0.0.1): 56 data bytes\n\n--- 127.0.0.1 ping statistics ---\n1 packets transmitted, 1 packets received, 0% packet loss\nround-trip min/avg/max = 0.064/0.064/0.064 ms\n",
      { sent: 1, received: 1, rtt: 0.064 },
    ],
  ])("%s", (_name, stdout, expected) => {
    expect(parsePing(stdout, "", 3)).toEqual(expected);
  });

  it.each([
    "ping: nowhere.invalid: Name or service not known\n",
    "ping: nowhere.invalid: Temporary failure in name resolution\n",
    "ping: bad address 'nowhere.invalid'\n",
  ])("knows an unknown name: %s", (stderr) => {
    expect(parsePing("", stderr, 1)).toEqual({
      sent: 1,
      received: 0,
      problem: "der Name lässt sich nicht auflösen (DNS)",
    });
  });

  it("takes a missing route for an unreachable host", () => {
    expect(parsePing("", "ping: connect: Network is unreachable\n", 2)).toEqual({ sent: 2, received: 0 });
  });

  it("has no result where there is none", () => {
    expect(parsePing("", "ping: invalid argument: 'x'\n", 1)).toBeUndefined();
    expect(parsePing("", "", 1)).toBeUndefined();
  });
});

it("tells a missing right from other trouble", () => {
  expect(isForbidden("ping: socktype: SOCK_RAW\nping: socket: Operation not permitted\n")).toBe(true);
  expect(isForbidden("ping: permission denied (are you root?)\n")).toBe(true);
  expect(isForbidden("ping: connect: Network is unreachable\n")).toBe(false);
});
