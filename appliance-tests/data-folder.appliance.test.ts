/** What root leaves in the data folder: the product's again at its start, or told of at the console's address. */
import { waitFor } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Appliance, bootAppliance } from "./support/appliance.ts";

const PASSWORD = "ein gutes Passwort";
const FOLDER = "/var/lib/hubwart";

describe("the data folder", () => {
  let device: Appliance;
  beforeAll(async () => {
    device = await bootAppliance();
    await device.api.signIn(PASSWORD);
  });
  afterAll(() => device?.stop());

  /** While nothing of the product runs. */
  const tamper = (script: string) =>
    device.must("bash", ["-ec", `systemctl stop hubwart; cd ${FOLDER}; ${script}; systemctl start hubwart`]);
  const owners = async (...files: string[]) =>
    (await device.must("stat", ["--format=%U %a", ...files])).split("\n");
  const signedIn = async () => (await device.api.get("/network/hostname")).body["code"];

  it("is the account's again where root left copies, and nothing outside of it is", async () => {
    await tamper(
      "cp state.db copy; mv copy state.db; chmod 600 state.db; mkdir -m 700 restored; echo x > restored/notes; " +
        "ln -s /etc/shadow link; (umask 077; echo x > /root/secret); ln /root/secret twice",
    );
    await device.find();
    expect(await signedIn()).toBe(0);
    const inside = ["state.db", "restored", "restored/notes"].map((name) => `${FOLDER}/${name}`);
    expect(await owners(...inside)).toEqual(["hubwart 600", "hubwart 700", "hubwart 644"]);
    expect(await owners("/etc/shadow", "/root/secret")).toEqual(["root 640", "root 600"]);
    expect(await device.journal("hubwart.service")).toContain(`${FOLDER}/state.db gehört jetzt hubwart.`);
    await device.must("bash", ["-c", `cd ${FOLDER}; rm -r restored link twice /root/secret`]);
  });

  it("is readable again where somebody took all rights from its own account", async () => {
    await tamper("chmod 000 state.db");
    await device.find();
    expect([await signedIn(), await owners(`${FOLDER}/state.db`)]).toEqual([0, ["hubwart 600"]]);
  });

  it("that cannot be read is told of by http and https, until it is mended", async () => {
    // A file with a second name is left as it is: it may be anybody's.
    await tamper("chown root: state.db; chmod 600 state.db; ln state.db /root/second");
    const [address = ""] = await device.addresses();
    for (const scheme of ["http", "https"]) {
      let status = 0;
      let text = "";
      await waitFor(
        async () => {
          const answer = await device.fetch(`${scheme}://${address}/`);
          ({ status } = answer);
          text = await answer.text();
          return status === 503;
        },
        { what: `the page by ${scheme}`, timeout: 60_000, interval: 500, detail: () => `${status} ${text}` },
      );
      expect(text).toContain("Hubwart startet nicht");
      expect(text).toContain(`${FOLDER}/state.db ist nicht zugänglich (Besitzer: Konto 0, Rechte 600).`);
    }
    expect(await device.run("systemctl", ["is-active", "hubwart"])).toMatchObject({ stdout: "active\n" });
    await device.must("chown", ["hubwart:", `${FOLDER}/state.db`]);
    await device.find();
    expect(await signedIn()).toBe(0);
  });
});
