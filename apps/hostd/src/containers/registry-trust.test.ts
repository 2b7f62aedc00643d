import { X509Certificate } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { rootCertificates } from "node:tls";
import { InvalidInputError } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { RegistryTrust } from "./registry-trust.ts";

const [FIRST = "", SECOND = ""] = rootCertificates
  .slice(0, 2)
  .map((pem) => new X509Certificate(pem).toString());
/** Of a server: it may not vouch for others. */
const SERVER = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBdDCCARqgAwIBAgIUFaWrr5wvnD6xJa3VKrKsBl4fWgEwCgYIKoZIzj0EAwIw",
  "ETEPMA0GA1UEAwwGc2VydmVyMB4XDTI2MTEyMjA4NDczMVoXDTM2MTExOTA4NDcz",
  "MVowETEPMA0GA1UEAwwGc2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE",
  "riVJncPYQM+8JZ5wjZxnsbk+F5YWG0W6ORrOj+9jU7gG8p1wXibtX+idKEQALwsQ",
  "VMw+6em9wZnhpSLNqv6+yaNQME4wHQYDVR0OBBYEFD+0W2eYIy2HCgFPb7EmJjYs",
  "Pz5hMB8GA1UdIwQYMBaAFD+0W2eYIy2HCgFPb7EmJjYsPz5hMAwGA1UdEwEB/wQC",
  "MAAwCgYIKoZIzj0EAwIDSAAwRQIgHN2WwCehWOX7yLrNCcQuXAJiCIocfd0yskH9",
  "92Y31PwCIQC8msx/cuP0T44SSzbUnkLvzqXtALZ4Jn/oL/N2JBaaKA==",
  "-----END CERTIFICATE-----",
].join("\n");

const root = useFolder();

const docker = (host: string) => path.join(root(), "etc/docker/certs.d", host);
const podman = (host: string) => path.join(root(), "etc/containers/certs.d", host);

describe("authorities for pulls", () => {
  it("lie where both engines look, for the host of the registry alone", async () => {
    const trust = new RegistryTrust(root(), "registry.example:5000/haus");
    await trust.put([FIRST]);
    await trust.put([FIRST, SECOND]);
    for (const folder of [docker("registry.example:5000"), podman("registry.example:5000")]) {
      expect(await readdir(folder)).toEqual(["hubwart.crt"]);
      expect(await readFile(path.join(folder, "hubwart.crt"), "utf8")).toBe(FIRST + SECOND);
    }
    await trust.put([]);
    expect(await readdir(path.dirname(docker("x")))).toEqual([]);
  });

  it("leave alone what others put there", async () => {
    await mkdir(docker("docker.io"), { recursive: true });
    await writeFile(path.join(docker("docker.io"), "ca.crt"), "of others");
    const trust = new RegistryTrust(root(), undefined);
    await trust.put([FIRST]);
    await trust.put([]);
    expect(await readdir(docker("docker.io"))).toEqual(["ca.crt"]);
  });

  it.each([[["x"]], [[SERVER]], [[FIRST, "x"]], [[""]]])(
    "are none of these, and all stays: %#",
    async (given) => {
      const trust = new RegistryTrust(root(), undefined);
      await trust.put([SECOND]);
      expect(() => trust.put(given)).toThrow(InvalidInputError);
      expect(await readFile(path.join(docker("docker.io"), "hubwart.crt"), "utf8")).toBe(SECOND);
    },
  );

  it("hold nothing beside the certificate", async () => {
    await new RegistryTrust(root(), undefined).put([`${FIRST}-----BEGIN X-----\nYQ==\n-----END X-----\n`]);
    expect(await readFile(path.join(docker("docker.io"), "hubwart.crt"), "utf8")).toBe(FIRST);
  });

  it.each(["..", "../..", ".", "-x", "a b", "", "a:b", "[::1]:5000"])(
    "have no place for the registry %j",
    async (registry) => {
      await new RegistryTrust(root(), registry).put([FIRST]);
      expect(await readdir(root())).toEqual([]);
    },
  );

  it("need no folder as long as there are none", async () => {
    await new RegistryTrust(root(), undefined).put([]);
    expect(await readdir(root())).toEqual([]);
  });
});
