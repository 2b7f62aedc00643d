import { mkdir, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { parseConfig } from "./config.ts";
import { startErrorText } from "./start-error.ts";

const folder = useFolder();

describe("why a start failed", () => {
  it("names a port that is taken", async () => {
    const first = net.createServer();
    await new Promise<void>((resolve) => first.listen(0, "127.0.0.1", resolve));
    const { port } = first.address() as net.AddressInfo;
    const error = await new Promise((resolve) =>
      net.createServer().once("error", resolve).listen(port, "127.0.0.1"),
    );
    await new Promise((resolve) => first.close(resolve));
    expect(startErrorText(error)).toContain(`Port ${port} ist bereits belegt.`);
  });

  it("says what to raise where too few files may be open", () => {
    const error = Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
    expect(startErrorText(error)).toContain("LimitNOFILE");
  });

  it("names what is no folder", async () => {
    const file = path.join(folder(), "daten");
    await writeFile(file, "");
    const error: unknown = await mkdir(file, { recursive: true }).catch((reason: unknown) => reason);
    expect(startErrorText(error)).toBe(`${file} ist kein Ordner.`);
  });

  it.each([
    [{ code: "EACCES", syscall: "listen", port: 80 }, "Für Port 80 fehlen die Rechte"],
    [{ code: "EROFS", syscall: "access", path: "/daten" }, "/daten ist nicht beschreibbar."],
    [{ code: "ENOSPC" }, "Der Speicher des Geräts ist voll."],
    [{}, "Start fehlgeschlagen: etwas"],
  ])("%j", (facts, text) => {
    expect(startErrorText(Object.assign(new Error("etwas"), facts))).toContain(text);
  });
});

describe("a bad value in the environment", () => {
  it.each([
    ["HUBWART_HTTP_PORT", "99999", 'HUBWART_HTTP_PORT="99999": Erlaubt ist ein Port von 0 bis 65535.'],
    ["HUBWART_HOST", "x", 'HUBWART_HOST="x": Erlaubt ist: auto, systemd, embedded.'],
    ["HUBWART_CONTAINER_ENGINE", "", undefined],
  ])("%s=%s", (name, value, text) => {
    const parse = () => parseConfig({ [name]: value });
    if (text === undefined) expect(parse).not.toThrow();
    else expect(parse).toThrow(text);
  });
});
