import { expect, it } from "vitest";
import { isLoopback, namesThisDevice } from "./callers.ts";

it.each(["127.0.0.1", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"])(
  "%s is of this device alone",
  (bind) => {
    expect(isLoopback(bind)).toBe(true);
  },
);

it.each(["0.0.0.0", "::", "192.168.0.1", "fe80::1", "::ffff:10.0.0.1", "128.0.0.1"])("%s is not", (bind) => {
  expect(isLoopback(bind)).toBe(false);
});

it.each([
  ["localhost", true],
  ["LOCALHOST:80", true],
  ["[::1]", true],
  ["[::1]:8081", true],
  ["127.0.0.1:8081", true],
  [undefined, true],
  ["boese.example", false],
  ["127.0.0.1.boese.example:80", false],
  ["[boese.example]:80", false],
])("the Host %s is this device: %s", (host, ours) => {
  expect(namesThisDevice(host)).toBe(ours);
});
