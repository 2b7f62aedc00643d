/** The package's scripts in a root of their own: commands of systemd are noted, everything else is done. As root. */
import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { repoRoot } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";

const NOBODY = 65_534;
const root = useFolder();
beforeEach(() => {
  for (const name of ["run/systemd/system", "var/lib/hubwart", "var/lib/hubwart-releases", "stubs"])
    mkdirSync(at(name), { recursive: true });
});

const at = (...names: string[]) => path.join(root(), ...names);
const NOTED = [
  "systemctl",
  "deb-systemd-invoke",
  "deb-systemd-helper",
  "systemd-sysusers",
  "systemd-tmpfiles",
];

/** @returns the commands of systemd, in their order */
function run(script: "postinst" | "postrm", ...args: string[]): string[] {
  const notes = at("notes");
  writeFileSync(notes, "");
  for (const name of [...NOTED, "userdel", "getent"])
    writeFileSync(at("stubs", name), `#!/bin/sh\necho ${name} "$@" >> ${notes}\n`, { mode: 0o755 });
  const text = readFileSync(path.join(repoRoot(), "packaging/deb", script), "utf8")
    .replace(/@([A-Z_]+)@/g, (_all, name: string) => `of-${name}`)
    .replace(/ \/(run|var|etc|lib|usr)\//g, ` ${root()}/$1/`);
  writeFileSync(at(script), text);
  execFileSync("sh", [at(script), ...args], {
    env: { PATH: `${at("stubs")}:/usr/sbin:/usr/bin:/sbin:/bin` },
  });
  return readFileSync(notes, "utf8").trim().split("\n");
}

describe("an upgrade", () => {
  it("starts whoever watches over a release on trial, and the device service, without being asked to", () => {
    writeFileSync(at("var/lib/hubwart-releases/trial.json"), "{}");
    const done = run("postinst", "configure", "0.1.0");
    expect(done.slice(-3)).toEqual([
      "deb-systemd-invoke restart of-STARTED",
      "systemctl --no-block start hubwart-hostd.service",
      "systemctl --no-block start hubwart-releases.service",
    ]);
  });

  it("leaves the release service to its socket where nothing is on trial", () => {
    const done = run("postinst", "configure", "0.1.0");
    expect(done.at(-1)).toBe("systemctl --no-block start hubwart-hostd.service");
  });
});

describe("purging", () => {
  it("leaves nothing", () => {
    writeFileSync(at("var/lib/hubwart/state.db"), "");
    run("postrm", "purge");
    expect(readdirSync(at("var/lib"))).toEqual([]);
  });

  it("empties a data folder that is a disk of its own, and goes on", () => {
    const data = at("var/lib/hubwart");
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "hubwart-test", data]);
    try {
      mkdirSync(path.join(data, "pods"));
      writeFileSync(path.join(data, "pods/settings.json"), "");
      const done = run("postrm", "purge");
      expect(readdirSync(data)).toEqual([]);
      expect(existsSync(at("var/lib/hubwart-releases"))).toBe(false);
      expect(done.at(-1)).toBe("systemctl --system daemon-reload");
    } finally {
      execFileSync("umount", ["-l", data]);
    }
  });

  it("removes a link to another place, and nothing of what is there", () => {
    mkdirSync(at("elsewhere"));
    writeFileSync(at("elsewhere/file"), "");
    rmSync(at("var/lib/hubwart"), { recursive: true });
    symlinkSync(at("elsewhere"), at("var/lib/hubwart"));
    run("postrm", "purge");
    expect([existsSync(at("var/lib/hubwart")), readdirSync(at("elsewhere"))]).toEqual([false, ["file"]]);
  });
});

describe("own-data", () => {
  const own = () =>
    execFileSync("sh", [path.join(repoRoot(), "packaging/files/own-data"), at("var/lib/hubwart"), "nobody"], {
      encoding: "utf8",
    });
  const uid = (...names: string[]) => statSync(at("var/lib/hubwart", ...names)).uid;

  it("gives the account what somebody left there as root, and says so", () => {
    const data = at("var/lib/hubwart");
    chownSync(data, NOBODY, NOBODY);
    writeFileSync(path.join(data, "state.db"), "", { mode: 0o600 });
    mkdirSync(path.join(data, "pods"), { mode: 0o700 });
    writeFileSync(path.join(data, "pods/settings.json"), "");
    expect(own()).toContain(`${data}/state.db gehört jetzt nobody.`);
    expect([uid("state.db"), uid("pods"), uid("pods/settings.json")]).toEqual([NOBODY, NOBODY, NOBODY]);
    expect(own()).toBe("");
  });

  it("touches neither what a link leads to nor what has another name", () => {
    const data = at("var/lib/hubwart");
    chownSync(data, NOBODY, NOBODY);
    writeFileSync(at("secret"), "");
    writeFileSync(at("twice"), "");
    symlinkSync(at("secret"), path.join(data, "link"));
    linkSync(at("twice"), path.join(data, "twice"));
    own();
    expect([statSync(at("secret")).uid, statSync(at("twice")).uid]).toEqual([0, 0]);
  });

  it("leaves a folder alone that is not the account's", () => {
    writeFileSync(at("var/lib/hubwart/state.db"), "");
    own();
    expect(uid("state.db")).toBe(0);
  });
});
