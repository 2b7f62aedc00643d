/** The wrapper that root calls (packaging/files/hubwart), with stand-ins for the programs it starts. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";

const wrapper = path.resolve(import.meta.dirname, "../../../packaging/files/hubwart");
const SECRET = "ein neues Passwort";
const folder = useFolder();

beforeEach(() => {
  program("id", 'echo "${AS-0}"');
  program("release-folder", "echo /usr/lib/hubwart");
  for (const name of ["systemd-run", "setsid"]) {
    program(
      name,
      `printf '%s\\n' "$@" > "$0.args"; env > "$0.env"; cat > "$0.input"; printf "$SAYS"; exit "\${ENDS-0}"`,
    );
  }
});

function program(name: string, script: string): void {
  writeFileSync(path.join(folder(), name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder(), name), 0o755);
}

/** @param systemd whether the machine was booted by it */
function run(args: string[], env: Record<string, string> = {}, systemd = true) {
  const runs = path.join(folder(), "systemd");
  if (systemd) mkdirSync(runs, { recursive: true });
  else rmSync(runs, { recursive: true, force: true });
  const script = readFileSync(wrapper, "utf8")
    .replaceAll("/run/systemd/system", runs)
    .replaceAll("/usr/lib/hubwart/release-folder", path.join(folder(), "release-folder"));
  const copy = path.join(folder(), "hubwart");
  writeFileSync(copy, script);
  return spawnSync("sh", [copy, ...args], {
    input: `${SECRET}\nnot read\n`,
    encoding: "utf8",
    env: { PATH: `${folder()}:${process.env["PATH"]}`, SAYS: "", ...env },
  });
}
const seen = (name: string, what: "args" | "env" | "input") =>
  readFileSync(path.join(folder(), `${name}.${what}`), "utf8");
const started = () =>
  ["systemd-run", "setsid"].filter((name) => existsSync(path.join(folder(), `${name}.args`)));

describe("hubwart password reset, by root", () => {
  it("hands the first line over by a pipe, and by nothing that others could read", () => {
    const { status, stdout } = run(["password", "reset"], { SAYS: "gesetzt\\n" });
    expect([status, stdout, started()]).toEqual([0, "gesetzt\n", ["systemd-run"]]);
    expect(seen("systemd-run", "input")).toBe(`${SECRET}\n`);
    expect(seen("systemd-run", "args") + seen("systemd-run", "env")).not.toContain(SECRET);
  });

  it("confines the process that sets it", () => {
    run(["password", "reset"]);
    const args = seen("systemd-run", "args").split("\n");
    for (const one of [
      "--pipe",
      "--wait",
      "--uid=hubwart",
      "--gid=hubwart",
      "NoNewPrivileges=yes",
      "CapabilityBoundingSet=",
      "ProtectSystem=strict",
      "ReadWritePaths=/var/lib/hubwart",
      "PrivateNetwork=yes",
      "RestrictAddressFamilies=AF_UNIX",
      "RestrictNamespaces=yes",
      "InaccessiblePaths=-/run/dbus",
    ]) {
      expect(args).toContain(one);
    }
    expect(args).not.toContain("--pty");
  });

  it("on a machine without systemd starts it without a terminal, rights and environment", () => {
    run(["password", "reset"], {}, false);
    expect(started()).toEqual(["setsid"]);
    const args = seen("setsid", "args").split("\n");
    expect(args.slice(0, 4)).toEqual(["--wait", "env", "-i", "HUBWART_DATA_DIR=/var/lib/hubwart"]);
    for (const one of [
      "--reuid=hubwart",
      "--regid=hubwart",
      "--clear-groups",
      "--no-new-privs",
      "--bounding-set=-all",
    ]) {
      expect(args).toContain(one);
    }
    expect(seen("setsid", "input")).toBe(`${SECRET}\n`);
  });

  it("takes data back the same way, without a question", () => {
    expect(run(["data", "restore", "--list"], { SAYS: "state-1.db\\n" }).stdout).toBe("state-1.db\n");
    expect(seen("systemd-run", "input")).toBe("\n");
    expect(seen("systemd-run", "args")).toMatch(/PrivateNetwork=yes\n[\s\S]*\ndata\nrestore\n--list\n$/);
    run(["data", "restore"]);
    expect(seen("systemd-run", "args")).toMatch(/\ndata\nrestore\n$/);
  });

  it("makes a password up itself, and tells it only if it was set", () => {
    const { stdout } = run(["password", "reset", "--generate"]);
    const made = /^Neues Passwort: ([\w-]{16})\n$/.exec(stdout)?.[1];
    expect(seen("systemd-run", "input")).toBe(`${made}\n`);
    const failed = run(["password", "reset", "--generate"], { ENDS: "1" });
    expect([failed.status, failed.stdout]).toEqual([1, ""]);
  });

  it("passes nothing to root's terminal that controls it, and a bounded amount", () => {
    const { stdout } = run(["password", "reset"], {
      SAYS: "Schl\\303\\274ssel \\033]0;x\\007 \\302\\233c \\r\\b\\177ok\\n",
    });
    expect(stdout).toBe("Schlüssel ]0;x c ok\n");
    program("systemd-run", "cat > /dev/null; yes");
    expect(run(["password", "reset"]).stdout.length).toBeLessThanOrEqual(4_000);
  });

  it.each([1, 2, 70])("ends as the process ends (%i)", (code) => {
    expect(run(["password", "reset"], { ENDS: String(code) }).status).toBe(code);
  });

  it.each([
    [["password"], {}, 2],
    [["data"], {}, 2],
    [["data", "restore", "../x"], {}, 2],
    [["data", "reset", "--generate"], {}, 2],
    [["password", "restore"], {}, 2],
    [["password", "reset", "geheim123"], {}, 2],
    [["password", "reset", "--generate", "--generate"], {}, 2],
    [["password", "reset --generate"], {}, 2],
    [["password", "reset"], { AS: "998" }, 1],
    [["password", "reset"], { HUBWART_DATA_DIR: "data" }, 2],
    [["password", "reset"], { HUBWART_DATA_DIR: "/data -/etc" }, 2],
  ])("starts nothing for %j with %j", (args, env, code) => {
    const { status, stderr } = run(args, env);
    expect([status, started()]).toEqual([code, []]);
    expect(stderr).not.toBe("");
  });
});
