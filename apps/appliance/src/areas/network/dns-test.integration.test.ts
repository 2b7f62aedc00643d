/** The test of name servers against a real one. */
import { systemClock } from "@hubwart/core";
import { freePort, startProcess } from "@hubwart/testing";
import { expect, it } from "vitest";
import { testNameServers } from "./dns-test.ts";

it("reads what dnsmasq answers, and that it does not know a name", async () => {
  const port = await freePort();
  const peer = await startProcess(
    "/usr/sbin/dnsmasq",
    [
      "--keep-in-foreground",
      "--log-facility=-",
      "--conf-file=/dev/null",
      "--pid-file=",
      "--no-resolv",
      "--no-hosts",
      "--bind-interfaces",
      "--listen-address=127.0.0.1",
      `--port=${port}`,
      "--host-record=werk.example,192.0.2.7",
      "--local=/example/",
      ...(process.getuid?.() === 0 ? ["--user=root"] : []),
    ],
    { ready: /started, version/ },
  );
  try {
    const ask = async (name: string) => {
      const parts = { clock: systemClock, signal: new AbortController().signal, own: [], port };
      return (await testNameServers(["127.0.0.1"], name, parts))[0];
    };
    expect(await ask("werk.example")).toMatchObject({ reachable: true, addresses: ["192.0.2.7"] });
    expect(await ask("fehlt.example")).toMatchObject({
      reachable: true,
      addresses: [],
      message: expect.stringContaining("kennt er nicht"),
    });
  } finally {
    await peer.stop();
  }
});
