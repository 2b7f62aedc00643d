import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renameInHosts } from "./hostname.ts";
import { fileOf, renderAdapter, renderNetwork, writeOwnFiles } from "./network-files.ts";
import { parseNtp, renderNtp } from "./ntp.ts";
import { plainText, writePlainFile } from "./plain-file.ts";
import { dhcpAdapter, staticAdapter } from "./testing/system-bench.ts";

const folder = useFolder();

const HEAD = "# Written by Hubwart; changes made here are lost.\n";

describe("a .network file", () => {
  it("of a fixed address has gateway and servers only where they are given", () => {
    const given = { mask: "255.255.252.0", gw: "192.168.1.1", dns1: "9.9.9.9", dns2: "1.1.1.1" };
    expect(renderAdapter(staticAdapter("enp1s0", "192.168.1.10", given))).toBe(
      `${HEAD}[Match]\nName=enp1s0\n\n[Link]\nRequiredForOnline=no\n\n[Network]\nDHCP=no\nAddress=192.168.1.10/22\nGateway=192.168.1.1\nDNS=9.9.9.9\nDNS=1.1.1.1\n`,
    );
    expect(renderAdapter(staticAdapter("enp1s0", "192.168.1.10"))).toBe(
      `${HEAD}[Match]\nName=enp1s0\n\n[Link]\nRequiredForOnline=no\n\n[Network]\nDHCP=no\nAddress=192.168.1.10/24\n`,
    );
  });
  it("of DHCP says nothing of the fields that are kept beside it", () => {
    expect(renderAdapter(dhcpAdapter("enp1s0", { ip: "192.168.1.10", mask: "/24", gw: "192.168.1.1" }))).toBe(
      `${HEAD}[Match]\nName=enp1s0\n\n[Link]\nRequiredForOnline=no\n\n[Network]\nDHCP=ipv4\n`,
    );
  });
  it("of an adapter that is off keeps it down and without any address", () => {
    expect(renderAdapter(dhcpAdapter("enp2s0", { active: false }))).toBe(
      `${HEAD}[Match]\nName=enp2s0\n\n[Link]\nRequiredForOnline=no\nActivationPolicy=always-down\n\n[Network]\nDHCP=no\nLinkLocalAddressing=no\nIPv6AcceptRA=no\n`,
    );
  });
  it("is not made when Hubwart is not to configure the network", () => {
    expect(renderNetwork({ use: false, interfaces: [dhcpAdapter("lan0")] }).size).toBe(0);
  });
  it("is named after no device that leads elsewhere", () => {
    for (const device of ["../x", "a/b", "", "-x", "a\nb", "a".repeat(16), "a b", "*"]) {
      expect(() => fileOf(device)).toThrow("not the name of an adapter");
    }
  });
});

describe("a folder of network files", () => {
  const folder = useFolder();

  it("is made exactly as wanted, and what belongs to others is left alone", async () => {
    const others = [
      "80-dhcp.network",
      "10-hubwart.network",
      "10-hubwart-lan0.netdev",
      "10-hubwart-x y.network",
    ];
    for (const name of others) await writeFile(path.join(folder(), name), "theirs");
    const wanted = renderNetwork({ use: true, interfaces: [dhcpAdapter("lan0"), dhcpAdapter("lan1")] });
    expect(await writeOwnFiles(folder(), wanted)).toEqual([fileOf("lan0"), fileOf("lan1")]);
    expect(await writeOwnFiles(folder(), wanted)).toEqual([]);
    expect(await writeOwnFiles(folder(), new Map([...wanted].slice(1)))).toEqual([fileOf("lan0")]);
    expect((await readdir(folder())).toSorted()).toEqual([...others, fileOf("lan1")].toSorted());
    for (const name of others) expect(await readFile(path.join(folder(), name), "utf8")).toBe("theirs");
  });
});

describe("what an interrupted write left", () => {
  it("goes with the next one, if it was ours", async () => {
    const leave = (name: string) => writeFile(path.join(folder(), name), "half");
    const theirs = [".hosts.0123456789ab.tmp", ".80-dhcp.network.0123456789ab.tmp", ".hostname.tmp", "x.tmp"];
    for (const name of theirs) await leave(name);
    await leave(".hostname.0123456789ab.tmp");
    await leave(".10-hubwart-lan1.network.0123456789ab.tmp");
    await writePlainFile(path.join(folder(), "hostname"), "neu\n");
    await writeOwnFiles(folder(), new Map());
    expect((await readdir(folder())).toSorted()).toEqual([...theirs, "hostname"].toSorted());
  });
});

describe("time servers", () => {
  it("leave the system's choice only where none was made", () => {
    const render = (server: string, fallback: string) => renderNtp({ use: true, server, fallback });
    expect(render("ntp.example", "de.pool.ntp.org")).toBe(
      `${HEAD}[Time]\nNTP=ntp.example de.pool.ntp.org\nFallbackNTP=\n`,
    );
    expect(render("ntp.example", "")).toBe(`${HEAD}[Time]\nNTP=ntp.example\nFallbackNTP=\n`);
    expect(render("", "ntp.example")).toBe(`${HEAD}[Time]\nFallbackNTP=ntp.example\n`);
    expect(render("", "")).toBe(`${HEAD}[Time]\n`);
  });
  it("are read as they were written", () => {
    for (const settings of [
      { server: "a.example", fallback: "" },
      { server: "a.example", fallback: "fd00::1" },
      { server: "", fallback: "" },
      { server: "", fallback: "fd00::1" },
    ])
      expect(parseNtp(renderNtp({ use: true, ...settings }))).toEqual(settings);
  });
});

describe("the hosts file", () => {
  it("gets the new name where the old one stood, and nowhere else", () => {
    const before = "127.0.0.1 localhost alt\n127.0.1.1\talt.haus.example alt # alt\n10.0.0.1 alt althea\n";
    expect(renameInHosts(before, "alt", "neu")).toBe(
      "127.0.0.1 localhost alt\n127.0.1.1\tneu.haus.example neu # neu\n10.0.0.1 alt althea\n",
    );
    expect(renameInHosts("127.0.1.1 althea other\n", "alt", "neu")).toBe("127.0.1.1 althea other\n");
    expect(renameInHosts(before, "", "neu")).toBe(before);
  });
});

describe("a line of a file of the system", () => {
  it("is never one with a control character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const bad = text
          .split("")
          .some((char) => char !== "\t" && (char < " " || (char >= "\u007f" && char <= "\u009f")));
        if (bad) expect(() => plainText([text])).toThrow("control character");
        else expect(plainText([text])).toBe(`${text}\n`);
      }),
      { numRuns: 500 },
    );
    for (const text of ["a\nb", "a\rb", "\u0000", "\u0085"]) expect(() => plainText([text])).toThrow();
  });
});
