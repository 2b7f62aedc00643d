/** Rights of the broker on a real Docker engine: what it does not take changes nothing, and questions are answered by itself. */
import { systemClock } from "@hubwart/core";
import { loadOwn, startDocker, type TestEngine } from "@hubwart/testing/containers";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LocalAddOns } from "../../addons/local.ts";
import { dockerEngine } from "../../docker/engine.ts";
import type { Engine } from "../../engine.ts";

let docker: TestEngine;
let engine: Engine;
let addOns: LocalAddOns;
/** Of `geheim-1`, as mosquitto_passwd makes it. */
let hash: string;

const CONTAINER = "s4q_mosquitto";
const user = (usr: string, read: string, write = "") => ({ usr, read, write, hash });
const may = async (usr: string, topic: string) =>
  (await addOns.command("mosquitto", "may", { usr, topic })).trim().replace("\n", " ");

beforeAll(async () => {
  docker = await startDocker();
  await loadOwn(docker);
  engine = dockerEngine({ socketPath: docker.socketPath });
  addOns = new LocalAddOns({ engine, registry: undefined, clock: systemClock });
  await addOns.start("mosquitto", { users: [] });
  await addOns.awaitHealthy("mosquitto");
  const made = "mosquitto_passwd -c -b /tmp/p x geheim-1; cat /tmp/p; rm /tmp/p";
  hash = (await engine.exec(CONTAINER, ["/bin/sh", "-c", made], 10_000)).output.trim().slice(2);
});
afterAll(() => docker?.stop());

describe("what a user may do", () => {
  it("is asked with the rights in force, also of one named like an account of ours", async () => {
    await addOns.apply("mosquitto", {
      users: [user("probe", "haus/#", "haus/lampe"), user("witness", ""), user("a-b", "#", "#")],
    });
    expect(await may("probe", "haus/lampe")).toBe("read=yes write=yes");
    expect(await may("probe", "haus/heizung")).toBe("read=yes write=no");
    expect(await may("probe", "garten")).toBe("read=no write=no");
    expect(await may("witness", "haus/lampe")).toBe("read=no write=no");
    expect(await may("nobody", "haus/lampe")).toBe("read=no write=no");
    expect(await may("a-b", "$andere/x")).toBe("read=no write=no");
  });

  it("is told of the broker's own topics, which nobody may write", async () => {
    await addOns.apply("mosquitto", { users: [user("sys", "$SYS/#", "$SYS/#"), user("all", "#", "#")] });
    expect(await may("sys", "$SYS/broker/uptime")).toBe("read=yes write=no");
    expect(await may("sys", "$SYS/was/es/nicht/gibt")).toBe("read=yes write=no");
    expect(await may("all", "$SYS/broker/uptime")).toBe("read=no write=no");
    expect(await may("sys", "haus")).toBe("read=no write=no");
  });

  it("does not depend on who else asks", async () => {
    const topics = ["$SYS/a", "haus", "$SYS/b", "garten", "$SYS/c", "hof"];
    const answers = await Promise.all(topics.map((topic) => may("sys", topic)));
    expect(answers).toEqual(
      topics.map((topic) => (topic.startsWith("$") ? "read=yes write=no" : "read=no write=no")),
    );
    const left = await engine.exec(CONTAINER, ["/bin/sh", "-c", "echo /tmp/*"], 10_000);
    expect(left.output.trim()).toBe("/tmp/mosquitto.pid");
  });
});

describe("a change", () => {
  it("is in force once it is taken", async () => {
    for (const topic of ["a", "b", "c"]) {
      await addOns.apply("mosquitto", { users: [user("u", topic)] });
      const client = await connectAsync("mqtt://127.0.0.1:21883", {
        username: "u",
        password: "geheim-1",
        reconnectPeriod: 0,
      });
      client.end(true);
      expect(await may("u", topic)).toBe("read=yes write=no");
    }
  });

  it("that the broker does not take changes nothing, and lifts nobody's rights", async () => {
    await addOns.apply("mosquitto", { users: [user("u", "a")] });
    const levels = Array.from({ length: 202 }, () => "a").join("/");
    const put = (name: string, content: string) => ({
      path: `/etc/mosquitto/next/${name}`,
      content,
      mode: 0o600,
      uid: 1883,
    });
    // What the catalogue refuses to write.
    for (const rights of [`user u\ntopic read ${levels}\n`, `user u\ntopic read ${"ä".repeat(40_000)}\n`]) {
      await engine.put(CONTAINER, [put("passwords", `u:${hash}\nv:${hash}\n`), put("rights", rights)]);
      await expect(addOns.command("mosquitto", "apply", {})).rejects.toThrow(
        /^Der Broker nimmt diese Angaben nicht an\. Error: Invalid ACL topic/,
      );
      expect(await may("u", "a")).toBe("read=yes write=no");
      expect(await may("u", "b")).toBe("read=no write=no");
      expect(await may("v", "a")).toBe("read=no write=no");
    }
    await addOns.stop("mosquitto");
    await addOns.start("mosquitto", { users: [user("u", "a")] });
    await addOns.awaitHealthy("mosquitto");
  });

  it("is refused with the reason, also where the broker takes it and says at its end alone what is wrong", async () => {
    await addOns.apply("mosquitto", { users: [user("u", "a")] });
    const file = { mode: 0o600, uid: 1883 };
    const refusalOf = async (passwords: string) => {
      await engine.put(CONTAINER, [
        { path: "/etc/mosquitto/next/passwords", content: passwords, ...file },
        { path: "/etc/mosquitto/next/rights", content: "pattern readwrite #\n", ...file },
      ]);
      return addOns.command("mosquitto", "apply", {}).catch((error: Error) => error.message);
    };
    const refused = "Der Broker nimmt diese Angaben nicht an. ";
    expect(await refusalOf(`u:${hash}\n`)).toBe(`${refused}Auch ein Benutzer ohne Rechte dürfte alles.`);
    expect(await refusalOf(`u:${hash}\nv:$7$101$x\n`)).toMatch(
      new RegExp(`^${refused}Error: Unable to decode password salt for user v`),
    );
    expect([await may("u", "a"), await may("u", "b")]).toEqual(["read=yes write=no", "read=no write=no"]);
  });

  it("that leaves the broker open all the same ends it", async () => {
    await addOns.apply("mosquitto", { users: [user("u", "a")] });
    const trial = "/usr/local/bin/throwaway";
    const right = (await engine.exec(CONTAINER, ["cat", trial], 10_000)).output;
    // The trial tries other rights than those that the broker then reads in vain.
    const deceived = right.replace("acl_file $dir/rights", "acl_file /tmp/other");
    expect(deceived).not.toBe(right);
    const levels = Array.from({ length: 202 }, () => "a").join("/");
    const file = { mode: 0o600, uid: 1883 };
    await engine.put(CONTAINER, [
      { path: trial, content: deceived, mode: 0o755, uid: 0 },
      { path: "/tmp/other", content: "user nobody\n", ...file },
      { path: "/etc/mosquitto/next/passwords", content: `u:${hash}\n`, ...file },
      { path: "/etc/mosquitto/next/rights", content: `user u\ntopic read ${levels}\n`, ...file },
    ]);
    await expect(addOns.command("mosquitto", "apply", {})).rejects.toThrow(/wurde angehalten|Fehler 137/);
    await expect.poll(async () => (await addOns.state("mosquitto")).running, { timeout: 10_000 }).toBe(false);
    // What it would read is refused at a start, too; the stored users bring it back.
    await engine.start(CONTAINER);
    await expect.poll(async () => (await addOns.state("mosquitto")).running, { timeout: 10_000 }).toBe(false);
    await engine.put(CONTAINER, [{ path: trial, content: right, mode: 0o755, uid: 0 }]);
    await addOns.start("mosquitto", { users: [user("u", "a")] });
    await addOns.awaitHealthy("mosquitto");
    expect([await may("u", "a"), await may("u", "b")]).toEqual(["read=yes write=no", "read=no write=no"]);
  });

  it("takes the most that is allowed", async () => {
    const longest = "ä".repeat(32_767);
    const deepest = Array.from({ length: 200 }, () => "a").join("/");
    await addOns.apply("mosquitto", { users: [user("u", longest, deepest)] });
    expect(await may("u", deepest)).toBe("read=no write=yes");
  });
});
