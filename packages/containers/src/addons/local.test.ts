import { ConflictError, InvalidInputError, ManualClock, NotFoundError, ResultError } from "@hubwart/core";
import { beforeEach, describe, expect, it } from "vitest";
import { CATALOGUE } from "../catalogue/index.ts";
import { EngineError } from "../engine.ts";
import { FakeEngine } from "../fake/engine.ts";
import { LocalAddOns } from "./local.ts";

const QUESTDB = "docker.io/questdb/questdb:8.3.1";
const MOSQUITTO = "docker.io/hubwart/mosquitto:2.0.11-3";
const CADDY = "docker.io/hubwart/caddyproxy:2.6.12-2";

const settled = () => new Promise((resolve) => setImmediate(resolve));

let engine: FakeEngine;
let addOns: LocalAddOns;
beforeEach(() => {
  engine = new FakeEngine({ images: { [QUESTDB]: "sha256:old", [CADDY]: "sha256:caddy" } });
  addOns = new LocalAddOns({ engine, registry: undefined, clock: new ManualClock() });
});

describe("starting", () => {
  it("makes the container once, and leaves a running one alone", async () => {
    await addOns.start("questdb", {});
    await addOns.start("questdb", {});
    expect(engine.calls).toEqual(["create s4q_questdb", "start s4q_questdb"]);
    expect(engine.networks).toContain("s4q");
  });

  it("starts a stopped one without making it anew", async () => {
    await addOns.start("questdb", {});
    await addOns.stop("questdb");
    await addOns.start("questdb", {});
    expect(engine.calls.filter((call) => call.startsWith("create"))).toHaveLength(1);
  });

  it("makes one anew whose specification is another", async () => {
    await addOns.start("questdb", {});
    const other = new LocalAddOns({ engine, registry: "10.0.0.1:5000", clock: new ManualClock() });
    engine.images.set("10.0.0.1:5000/questdb/questdb:8.3.1", "sha256:mirror");
    await other.start("questdb", {});
    expect(engine.calls).toContain("remove s4q_questdb");
    expect(engine.containers.get("s4q_questdb")?.imageId).toBe("sha256:mirror");
  });

  it("makes one anew whose network somebody removed", async () => {
    await addOns.start("questdb", {});
    await addOns.stop("questdb");
    engine.networks.clear();
    engine.calls.length = 0;
    const [stale] = [...engine.containers.values()];
    engine.script.start["s4q_questdb"] = (container) => {
      if (container.id !== stale?.id) return;
      container.status = "exited";
      throw new NotFoundError("network 14d642 not found");
    };
    await addOns.start("questdb", {});
    expect(engine.calls).toEqual([
      "start s4q_questdb",
      "remove s4q_questdb",
      "create s4q_questdb",
      "start s4q_questdb",
    ]);
    expect(engine.networks).toContain("s4q");
  });

  describe("with another image in the catalogue than the container has", () => {
    const other = "10.0.0.1:5000/questdb/questdb:8.3.1";
    let next: LocalAddOns;
    beforeEach(async () => {
      await addOns.start("questdb", {});
      next = new LocalAddOns({ engine, registry: "10.0.0.1:5000", clock: new ManualClock() });
      engine.calls.length = 0;
    });

    it("gives up nothing that runs for an image that is not here", async () => {
      await expect(next.start("questdb", {})).rejects.toThrow("Das Image von QuestDB ist nicht");
      expect(engine.calls).toEqual([]);
    });

    it("starts what is there as it is, if it is to be kept, whether the other image is here or not", async () => {
      for (const image of [undefined, "sha256:new"]) {
        if (image !== undefined) engine.images.set(other, image);
        await addOns.stop("questdb");
        await next.start("questdb", {}, { keep: true });
        await next.start("questdb", {}, { keep: true });
        expect(await next.state("questdb")).toMatchObject({ running: true, imageId: "sha256:old" });
      }
      expect(engine.calls.filter((call) => call.startsWith("start"))).toHaveLength(2);
    });
  });

  it("tries again when the engine fails, a little later and not for ever", async () => {
    const clock = new ManualClock();
    const made = new LocalAddOns({ engine, registry: undefined, clock });
    const start = engine.start.bind(engine);
    let failures = 2;
    let status = 500;
    engine.start = async (name) => {
      if (failures-- > 0) throw new EngineError("port is already allocated", status);
      await start(name);
    };
    const passed = async (ms: number) => {
      await settled();
      clock.advance(ms);
      await settled();
    };
    const starting = made.start("questdb", {});
    await passed(1_000);
    expect(engine.containers.get("s4q_questdb")?.status).toBe("created");
    await passed(1_000);
    await starting;
    expect(engine.containers.get("s4q_questdb")?.status).toBe("running");
    await made.stop("questdb");
    failures = 3;
    const failing = expect(made.start("questdb", {})).rejects.toThrow("port is already allocated");
    await passed(1_000);
    await passed(1_000);
    await failing;
    // What the engine refuses it would refuse again.
    [failures, status] = [1, 409];
    await expect(made.start("questdb", {})).rejects.toThrow("port is already allocated");
  });

  it("refuses parameters the entry does not know, before the engine hears of anything", async () => {
    await expect(addOns.start("questdb", { image: "evil" })).rejects.toThrow(InvalidInputError);
    await expect(addOns.start("questdb", { privileged: true })).rejects.toThrow(InvalidInputError);
    expect(engine.calls).toEqual([]);
  });

  it("says when the image is not there", async () => {
    engine.images.clear();
    expect(await addOns.hasImage("questdb")).toBe(false);
    await expect(addOns.start("questdb", {})).rejects.toThrow(NotFoundError);
  });
});

describe("an update", () => {
  beforeEach(async () => {
    await addOns.start("questdb", {});
    engine.script.pull[QUESTDB] = async (progress) => {
      progress({ done: 5, total: 10 });
      engine.images.set(QUESTDB, "sha256:new");
    };
  });

  it("tells whether there is another image, and how far it is", async () => {
    const seen: number[] = [];
    expect(await addOns.pull("questdb", ({ done }) => seen.push(done))).toEqual({ newer: true });
    expect(seen).toEqual([5]);
    engine.images.set(QUESTDB, "sha256:old");
    engine.script.pull[QUESTDB] = async () => undefined;
    expect(await addOns.pull("questdb", () => undefined)).toEqual({ newer: false });
  });

  it("keeps the old container aside, hidden, until it is dropped", async () => {
    engine.images.set(QUESTDB, "sha256:new");
    await addOns.setAside("questdb");
    await addOns.start("questdb", {});
    expect(await addOns.state("questdb")).toMatchObject({
      running: true,
      imageId: "sha256:new",
      aside: true,
    });
    await addOns.dropAside("questdb");
    expect([...engine.containers.keys()]).toEqual(["s4q_questdb"]);
  });

  it("puts the old one back, and may be asked to twice", async () => {
    engine.images.set(QUESTDB, "sha256:new");
    await addOns.setAside("questdb");
    await addOns.start("questdb", {});
    await addOns.putBack("questdb");
    await addOns.putBack("questdb");
    expect(await addOns.state("questdb")).toMatchObject({ imageId: "sha256:old", aside: false });
  });

  it("never takes the last good one away: what was not dropped stays, and the unproved one goes", async () => {
    engine.images.set(QUESTDB, "sha256:new");
    await addOns.setAside("questdb");
    await addOns.start("questdb", {});
    // The engine was killed here: nobody judged the new one. The next update fails as well.
    await addOns.setAside("questdb");
    await addOns.putBack("questdb");
    expect(await addOns.state("questdb")).toMatchObject({ imageId: "sha256:old", aside: false });
  });

  it("waits no longer for one that has ended, and gives its last lines", async () => {
    engine.end("s4q_questdb", 3);
    engine.script.logs["s4q_questdb"] = [{ ts: 0, stream: "stderr", text: "fatal: no room" }];
    await expect(addOns.awaitHealthy("questdb")).rejects.toThrow(
      "Der Container wurde beendet (Code 3).\nfatal: no room",
    );
  });
});

describe("somebody else's container with a name of ours", () => {
  const foreign = async (name: string) => {
    await addOns.start("questdb", {});
    const spec = engine.containers.get("s4q_questdb")?.spec ?? expect.fail();
    await addOns.reset("questdb");
    await engine.create({ ...spec, name, labels: {} });
    await engine.start(name);
    engine.calls.length = 0;
  };

  it("is no add-on, and is never touched", async () => {
    await foreign("s4q_questdb");
    expect(await addOns.state("questdb")).toMatchObject({ exists: false, running: false });
    await expect(addOns.start("questdb", {})).rejects.toThrow(
      "Ein fremder Container heißt schon „s4q_questdb“.",
    );
    await addOns.stop("questdb");
    for (const verb of ["setAside", "reset"] as const)
      await expect(addOns[verb]("questdb")).rejects.toThrow(ConflictError);
    await expect(addOns.command("questdb", "x", {})).rejects.toThrow(InvalidInputError);
    expect(engine.calls).toEqual([]);
    engine.script.sample["s4q_questdb"] = () => expect.fail();
    expect((await addOns.overview()).containers).toMatchObject([{ name: "s4q_questdb", addOn: undefined }]);
  });

  it("nor is one that looks as if it was kept from an update", async () => {
    await foreign("s4q_questdb.vorher");
    expect(await addOns.state("questdb")).toMatchObject({ aside: false });
    await addOns.putBack("questdb");
    await addOns.dropAside("questdb");
    expect(engine.calls).toEqual([]);
    engine.script.sample["s4q_questdb.vorher"] = () => expect.fail();
    expect((await addOns.overview()).containers).toMatchObject([{ name: "s4q_questdb.vorher" }]);
  });
});

describe("parameters while it runs", () => {
  const rule = { id: "a", port: 9000, protocol: "http", dial: "127.0.0.1:8080", headers: [] };

  it("puts the files and runs the entry's own command", async () => {
    await addOns.start("caddyproxy", { rules: [] });
    engine.script.exec["s4q_caddyproxy /usr/local/bin/apply"] = async () => ({ code: 0, output: "" });
    await addOns.apply("caddyproxy", { rules: [rule] });
    const file = engine.containers.get("s4q_caddyproxy")?.files.get("/etc/proxy/next/haproxy.cfg");
    expect(String(file?.content)).toContain("bind :9000");
  });

  it("gives the reason of a refusal", async () => {
    await addOns.start("caddyproxy", { rules: [] });
    engine.script.exec["s4q_caddyproxy /usr/local/bin/apply"] = async () => ({
      code: 1,
      output: "x\nport taken\n",
    });
    await expect(addOns.apply("caddyproxy", { rules: [rule] })).rejects.toThrow(
      new ResultError(1002, "port taken"),
    );
  });

  it("wants the image whose commands it knows", async () => {
    await addOns.start("caddyproxy", { rules: [] });
    const container = engine.containers.get("s4q_caddyproxy") ?? expect.fail();
    container.image = "docker.io/hubwart/caddyproxy:1";
    engine.calls.length = 0;
    await expect(addOns.apply("caddyproxy", { rules: [rule] })).rejects.toThrow(
      new ResultError(1002, "Führen Sie zuerst das Update von Caddy Proxy aus."),
    );
    expect(engine.calls).toEqual([]);
  });

  it("are nothing for one that does not run", async () => {
    await addOns.start("caddyproxy", { rules: [] });
    await addOns.stop("caddyproxy");
    await expect(addOns.apply("caddyproxy", { rules: [rule] })).rejects.toThrow("Caddy Proxy läuft nicht.");
    await expect(addOns.command("caddyproxy", "apply", {})).rejects.toThrow(NotFoundError);
  });

  it("each question has a file of its own", async () => {
    engine.images.set(MOSQUITTO, "sha256:m");
    await addOns.start("mosquitto", { users: [] });
    const asked: string[][] = [];
    engine.exec = async (_name, argv) => {
      asked.push([...argv]);
      return { code: 0, output: "" };
    };
    const question = { usr: "probe", topic: "a" };
    await Promise.all([0, 1].map(() => addOns.command("mosquitto", "may", question)));
    const files = asked.map(([, run = ""]) => `/tmp/may-${run}`);
    expect(new Set(files).size).toBe(2);
    for (const file of files)
      expect(engine.containers.get("s4q_mosquitto")?.files.get(file)?.content).toBe("probe\na\n");
  });

  it("knows no command but those of the catalogue", async () => {
    await addOns.start("caddyproxy", { rules: [] });
    for (const name of ["sh", "constructor", "__proto__", ""]) {
      await expect(addOns.command("caddyproxy", name, {})).rejects.toThrow(InvalidInputError);
    }
  });
});

it("resets: container and the volumes the entry names, no others", async () => {
  await addOns.start("questdb", {});
  engine.volumes.add("somebody_elses");
  await addOns.reset("questdb");
  expect([...engine.volumes]).toEqual(["somebody_elses"]);
  expect(engine.containers.size).toBe(0);
});

it("an overview shows all containers, and which are add-ons", async () => {
  await addOns.start("questdb", {});
  await engine.create({
    ...(engine.containers.get("s4q_questdb")?.spec ?? expect.fail()),
    name: "foreign",
  });
  Object.assign(engine.containers.get("foreign") ?? {}, { status: "paused" });
  engine.script.sample["s4q_questdb"] = () => ({
    cpuTotal: 0,
    systemTotal: 0,
    cpus: 2,
    memory: 1_048_576,
    netIn: 1,
    netOut: 2,
    at: 0,
  });
  const { containers } = await addOns.overview();
  expect(containers).toMatchObject([
    { name: "s4q_questdb", addOn: "questdb", running: true, memory: 1_048_576 },
    { name: "foreign", addOn: undefined, running: false, started: undefined },
  ]);
});

describe("data for a backup", () => {
  const GRAFANA = "docker.io/grafana/grafana:11.6.1";
  const INFLUX = "docker.io/library/influxdb:2.7.12";
  const access = { org: "o", bucket: "b", password: "secret-password", token: "secret-token" };
  const read = async (archive: AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = [];
    for await (const part of archive) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  const giving = (text: string) =>
    (async function* () {
      yield Buffer.from(text);
    })();
  beforeEach(() => {
    engine.images.set(GRAFANA, "sha256:g").set(INFLUX, "sha256:i");
    engine.script.archive["s4q_grafana /var/lib/grafana"] = "its folder";
  });

  it("is copied while the add-on is stopped, which runs on then; one that was stopped stays so", async () => {
    await addOns.start("grafana", {});
    engine.calls.length = 0;
    expect(await read(addOns.save("grafana", {}))).toBe("its folder");
    expect(engine.calls).toEqual([
      "stop s4q_grafana",
      "archive s4q_grafana /var/lib/grafana",
      "start s4q_grafana",
    ]);
    await addOns.stop("grafana");
    engine.calls.length = 0;
    await read(addOns.save("grafana", {}));
    expect(engine.calls).not.toContain("start s4q_grafana");
  });

  it("lets the add-on run on also when nobody takes it to its end", async () => {
    await addOns.start("grafana", {});
    for await (const _ of addOns.save("grafana", {})) break;
    expect((await addOns.state("grafana")).running).toBe(true);
  });

  it("is made by the add-on's own command while it runs, with the token in a file, and cleared away", async () => {
    await addOns.start("influxdb", access);
    const ran: string[] = [];
    const { commands } = CATALOGUE.influxdb;
    for (const name of ["save", "load", "clear"]) {
      const argv = commands[name]?.argv ?? [];
      expect(argv.join(" ")).not.toContain("secret-token");
      engine.script.exec[`s4q_influxdb ${argv.join(" ")}`] = async () => {
        ran.push(name);
        return { code: 0, output: "" };
      };
    }
    engine.script.archive["s4q_influxdb /tmp/hubwart-backup"] = "its copy";
    expect(await read(addOns.save("influxdb", { token: "secret-token" }))).toBe("its copy");
    expect(ran).toEqual(["save", "clear"]);
    await addOns.load("influxdb", { token: "secret-token" }, giving("its copy"));
    expect(ran).toEqual(["save", "clear", "load", "clear"]);
    const container = engine.containers.get("s4q_influxdb");
    expect(String(container?.files.get("/tmp")?.content)).toBe("its copy");
    await addOns.stop("influxdb");
    await expect(read(addOns.save("influxdb", { token: "secret-token" }))).rejects.toThrow("läuft nicht");
  });

  it("is taken over while the add-on is stopped, into the folder it came from", async () => {
    await addOns.start("grafana", {});
    engine.calls.length = 0;
    await addOns.load("grafana", {}, giving("its folder"));
    expect(engine.calls).toEqual(["stop s4q_grafana", "unpack s4q_grafana /var/lib", "start s4q_grafana"]);
  });

  it("is nothing where the catalogue has none", async () => {
    await expect(read(addOns.save("questdb", {}))).rejects.toThrow("keine Daten");
    await expect(addOns.load("caddyproxy", {}, giving(""))).rejects.toThrow("keine Daten");
  });
});
