/** Containers of the booted device, on an engine of its own: a rule of the proxy, across a restart of the device. */

import { waitFor } from "@hubwart/testing";
import { ownImages } from "@hubwart/testing/containers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Appliance, bootAppliance } from "./support/appliance.ts";
import { addEngine, addUnit, loadImage } from "./support/engine.ts";

const PASSWORD = "ein gutes Passwort";
const PORT = 9000;
const PLANT = 7000;
/** For what depends on how busy the machine is. */
const PATIENCE_MS = 90_000;
/** Something of the plant that only the device itself reaches. */
const PLANT_UNIT = `[Service]
ExecStart=/usr/lib/hubwart/node/bin/node -e 'require("node:http").createServer((_, answer) => answer.end("plant")).listen(${PLANT}, "127.0.0.1")'
[Install]
WantedBy=multi-user.target
`;

describe("containers of the device", () => {
  let device: Appliance;
  let address: string;
  beforeAll(async () => {
    device = await bootAppliance({
      change: async (root) => {
        await addEngine(root);
        await addUnit(root, "plant", PLANT_UNIT, { enable: true });
      },
    });
    [address = ""] = await device.addresses();
    await device.api.signIn(PASSWORD);
  });
  afterAll(async () => {
    // Its groups of processes are this machine's.
    await device?.run("systemctl", ["stop", "hubwart.service"]);
    await device?.run("systemctl", ["stop", "docker.service"]);
    await device?.stop();
  });

  const engine = () =>
    waitFor(async () => (await device.api.get("/system/ps")).body["engine"] === true, {
      what: "the engine",
      timeout: PATIENCE_MS,
    });
  const served = async () => (await device.fetch(`https://${address}:${PORT}/`)).text();

  it("a rule serves the network, through the engine behind the device service", async () => {
    await engine();
    const [caddyproxy = ""] = await ownImages();
    await loadImage(device, caddyproxy);
    expect((await device.api.post("/caddyproxy/config", { active: true })).body).toMatchObject({ code: 0 });
    const rule = {
      active: true,
      name: "Anlage",
      port: PORT,
      protocol: "https",
      target: "user",
      user_header: "",
    };
    const body = { ...rule, user_url: `127.0.0.1:${PLANT}` };
    // A machine without time to spare may let the engine's answer be late: then nothing is stored.
    let said = "";
    await waitFor(
      async () => {
        const answer = await device.api.post("/caddyproxy/rules/set", body);
        said = JSON.stringify(answer.body);
        return answer.body["code"] === 0;
      },
      { what: "the rule to be stored", timeout: PATIENCE_MS, detail: () => said },
    );
    expect(await served()).toBe("plant");
    // The appliance itself is refused by the engine, and its containers are those of the catalogue.
    const asked = `require("node:net").connect("/run/docker.sock").on("connect", () => process.exit(0)).on("error", (e) => { console.log(e.code); process.exit(9); })`;
    const tried = await device.asService(["/usr/lib/hubwart/node/bin/node", "-e", asked]);
    expect(tried).toMatchObject({ code: 9, stdout: "EACCES\n" });
  });

  it("and again after the device was restarted", async () => {
    const before = await device.machine.bootId();
    expect((await device.api.get("/system/restart", { action: "reboot" })).body).toMatchObject({ code: 0 });
    address = await device.restarted(before);
    await engine();
    await waitFor(async () => (await served()) === "plant", { what: "the rule", timeout: PATIENCE_MS });
    const { body } = await device.api.get("/caddyproxy/info");
    expect(body).toMatchObject({ running: true, control: true });
  });
});
