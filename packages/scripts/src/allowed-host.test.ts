import { describe, expect, it } from "vitest";
import { allowedTarget, isInternal, parseAllowed } from "./allowed-host.ts";

const OWN = ["192.168.1.5", "2001:db8::5", "127.0.0.1", "::1"];
const target = (url: string, allowed: string[], addresses = ["192.0.2.7"]) =>
  allowedTarget(
    new URL(url),
    allowed,
    () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))),
    OWN,
  );

describe("allowed servers", () => {
  it("are named with or without a port", async () => {
    expect(await target("https://api.example.org/x", ["api.example.org"])).toEqual({
      address: "192.0.2.7",
      family: 4,
      port: 443,
    });
    expect(
      (
        await target(
          "http://api.example.org:8123/",
          ["API.example.org:8123"].map((x) => x.toLowerCase()),
        )
      ).port,
    ).toBe(8123);
    await expect(target("http://api.example.org:8123/", ["api.example.org"])).rejects.toThrow(
      "erlaubten Server",
    );
    await expect(target("http://evil.example.org/", ["example.org"])).rejects.toThrow("erlaubten Server");
    await expect(target("http://example.org.evil/", ["example.org"])).rejects.toThrow("erlaubten Server");
    await expect(target("http://example.org@evil/", ["example.org"])).rejects.toThrow("erlaubten Server");
    await expect(target("file:///etc/passwd", ["etc"])).rejects.toThrow("http und https");
  });

  it("do not lead to the device itself or its link", async () => {
    for (const address of [
      "127.0.0.1",
      "169.254.169.254",
      "0.0.0.0",
      "::1",
      "fe80::1",
      "::ffff:127.0.0.1",
      "224.0.0.1",
      "192.168.1.5",
      "2001:db8:0:0::5",
    ])
      await expect(target("http://a.example/", ["a.example"], [address]), address).rejects.toThrow(
        "dieses Geräts",
      );
    await expect(target("http://2130706433/", ["a.example"])).rejects.toThrow("erlaubten Server");
    // Named as what it is.
    expect((await target("http://127.0.0.1:8080/", ["127.0.0.1:8080"])).address).toBe("127.0.0.1");
    expect((await target("http://[::1]/", ["[::1]"])).family).toBe(6);
    expect((await target("http://192.168.1.5/", ["192.168.1.5"])).address).toBe("192.168.1.5");
  });

  it("tells internal addresses from others", () => {
    expect(
      ["10.0.0.1", "192.168.1.1", "2001:db8::1", "fd00::1"].filter((one) => isInternal(one, OWN)),
    ).toEqual([]);
    expect(isInternal("no address", OWN)).toBe(true);
    for (const mapped of ["::ffff:7f00:1", "::ffff:c0a8:105", "::FFFF:127.0.0.1"])
      expect(isInternal(mapped, OWN)).toBe(true);
  });

  it("are entries of a closed form", () => {
    expect(parseAllowed("[fe80::1]:80")).toEqual({ host: "fe80::1", port: 80 });
    for (const entry of ["", "*", "a b", "http://a", "a/", "a:0", "a:70000", "[x]", "-a", "a."])
      expect(parseAllowed(entry), entry).toBeUndefined();
  });
});
