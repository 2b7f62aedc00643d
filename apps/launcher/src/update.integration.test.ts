/**
 * Updates of the whole product from the repository of its embedded vendor service: a good release takes over, and
 * whatever is wrong with one, the release before runs again with its settings, and says why.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { RESTART_REASONS } from "@hubwart/ipc";
import { waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pollingProject, UpdateBench } from "./testing/update-bench.ts";

const LONGEST = 600_000;

const top = useSharedFolder();
let polled: Server;
/** When the pod's peer was asked, ms. */
let asked: number[] = [];
beforeAll(async () => {
  polled = createServer((_request, response) => {
    asked.push(performance.now());
    response.setHeader("content-type", "application/json").end(JSON.stringify({ wert: asked.length }));
  });
  await new Promise<void>((resolve) => polled.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  polled.close();
});

async function withBench(
  gate: number,
  use: (bench: UpdateBench) => Promise<void>,
  { dataDir, trial }: { dataDir?: string; trial?: number } = {},
): Promise<void> {
  const bench = await UpdateBench.start(top(), gate, dataDir, trial);
  try {
    await use(bench);
  } finally {
    await bench.product.stop();
  }
}

/** Says nothing and goes on for ever. */
const HANGS = () => "setInterval(() => undefined, 1000);\n";

describe.concurrent("an update", () => {
  it(
    "to a good release takes over with its settings, and keeps the one before as the way back",
    () =>
      withBench(60, async (bench) => {
        expect(await bench.begin()).toBe(1101);
        await bench.mark("Europe/Lisbon");
        const url = `http://127.0.0.1:${(polled.address() as AddressInfo).port}/`;
        const { body } = await bench.product.api.uploadProject(await pollingProject(url), "update.xlsx");
        expect(body["code"]).toBe(0);
        await waitFor(() => asked.length > 10, { what: "values", timeout: 30_000 });
        asked = [];
        const state = await bench.update("0.2.0");
        const seconds = (state.last?.ended ?? 0) - (state.last?.started ?? 0);
        expect(state).toMatchObject({
          version: "0.2.0",
          last: { success: true, code: 0, reason: "" },
        });
        // Values flow until the switch, and again before the release is called good.
        expect(asked.length).toBeGreaterThan(20);
        const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? at));
        process.stdout.write(
          `update: ${seconds} s, longest time without values: ${Math.round(Math.max(...gaps))} ms\n`,
        );
        expect(await bench.marked()).toBe("Europe/Lisbon");
        const info = await bench.info();
        expect(info["version"]?.["Main"]).toBe("0.2.0");
        expect(info["system"]).toMatchObject({ hub: { lastrc: RESTART_REASONS.user } });
        expect(await bench.begin()).toBe(1101);
        // Older, and signed all the same: no update.
        await bench.publish("0.1.5");
        expect(await bench.begin()).toBe(1101);
        expect(await bench.update("0.3.0")).toMatchObject({ version: "0.3.0", previous: "0.2.0" });
        const there = (await readdir(path.join(bench.product.dataDir, "releases"))).toSorted();
        expect(there).toEqual(["0.2.0", "0.3.0", "current"]);
        expect(await readdir(path.join(bench.product.dataDir, "updates"))).toEqual(["repository"]);
      }),
    LONGEST,
  );

  it(
    "to a release that ruins the settings and crashes is put back, with its log",
    () =>
      withBench(60, async (bench) => {
        await bench.mark("Europe/Oslo");
        const state = await bench.update("0.2.0", {
          "server/appliance.mjs": () => `
            import { writeFileSync } from "node:fs";
            writeFileSync(process.env.HUBWART_DATA_DIR + "/state.db", "ruined");
            console.error("cannot read the settings of 0.1.0");
            process.exit(3);`,
        });
        expect(state).toMatchObject({ version: "0.1.0", last: { success: false, code: 1102, log: true } });
        expect(state.last?.reason).toMatch(/„appliance“ ist 3 Mal unerwartet beendet .* Version 0\.1\.0/);
        expect(await bench.marked()).toBe("Europe/Oslo");
        const { api, url } = bench.product;
        const headers = { authorization: `Bearer ${api.token}` };
        const log = await fetch(`${url}/admin/api/update/log`, { headers });
        expect(await log.text()).toContain("cannot read the settings of 0.1.0");
        const { findings } = (await bench.info())["health"] as { findings: { code: string }[] };
        expect(findings.map(({ code }) => code)).toContain("update_failed");
        expect(await readdir(path.join(bench.product.dataDir, "releases"))).not.toContain("0.2.0");
        await bench.product.api.post("/update/dismiss", {});
        // The next one is not held up by it.
        expect(await bench.update("0.2.1")).toMatchObject({ version: "0.2.1", last: { success: true } });
      }),
    LONGEST,
  );

  it(
    "to a release whose hub does nothing is put back by the release itself, to one that hangs by the launcher",
    () =>
      withBench(20, async (bench) => {
        const hub = await bench.update("0.2.0", { "server/hub.mjs": HANGS });
        expect(hub).toMatchObject({ version: "0.1.0", last: { success: false, code: 1102 } });
        expect(hub.last?.reason).toContain("Der Hub meldet sich nicht.");
        const hangs = await bench.update("0.2.1", { "server/appliance.mjs": HANGS });
        expect(hangs).toMatchObject({ version: "0.1.0", last: { success: false, code: 1102 } });
        expect(hangs.last?.reason).toContain("20 Sekunden nach dem Start nicht betriebsbereit");
      }),
    LONGEST,
  );

  it(
    "whose hub dies again and again after it was called good is put back; one that holds leads back when it is asked to",
    () =>
      withBench(
        60,
        async (bench) => {
          await bench.mark("Europe/Rome");
          await bench.publish("0.2.0", {
            "server/hub.mjs": (right) => `${right}\nsetTimeout(() => process.exit(3), 8_000);`,
          });
          expect(await bench.begin()).toBe(0);
          await bench.until(({ trial }) => trial !== null, "the trial");
          // The trial begins a moment before its update is told as a success.
          const trial = await bench.until(({ last }) => last?.success === true, "the success");
          expect(trial).toMatchObject({ version: "0.2.0", trial: { from: "0.1.0" } });
          expect(await bench.begin()).toBe(1106);
          await bench.until(({ last }) => last?.success === false, "the way back");
          const back = await bench.state();
          expect(back).toMatchObject({ version: "0.1.0", trial: null, back: null, last: { code: 1102 } });
          expect(back.last?.reason).toContain("„hub“ ist 3 Mal unerwartet beendet");
          expect(await bench.marked()).toBe("Europe/Rome");

          await bench.update("0.2.1");
          await bench.until(({ trial }) => trial !== null, "the trial of the next one");
          await bench.until(({ trial }) => trial === null, "the end of the trial", 120_000);
          expect(await bench.state()).toMatchObject({ version: "0.2.1", back: { version: "0.1.0" } });
          await bench.mark("Europe/Madrid");
          expect((await bench.product.api.post("/update/back", {})).body["code"]).toBe(0);
          const again = await bench.ended("0.1.0");
          expect(again).toMatchObject({
            version: "0.1.0",
            back: null,
            last: { success: true, from: "0.2.1" },
          });
          expect(await bench.marked()).toBe("Europe/Madrid");
          expect(await readdir(path.join(bench.product.dataDir, "releases"))).toEqual([]);
        },
        { trial: 45 },
      ),
    LONGEST,
  );

  it(
    "is not begun without room, and a release that fills the disk is put back",
    async () => {
      const disk = await mkdtemp(path.join(top(), "disk-"));
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=110m,mode=0700", "hubwart-test", disk]);
      try {
        await withBench(
          12,
          async (bench) => {
            await bench.mark("Europe/Paris");
            const filled = await bench.update("0.2.0", {
              "server/appliance.mjs": () => `
                import { writeFileSync } from "node:fs";
                try { for (;;) writeFileSync(process.env.HUBWART_DATA_DIR + "/reserve", Buffer.alloc(65536), { flag: "a" }); }
                catch { setInterval(() => undefined, 1000); }`,
            });
            expect(filled).toMatchObject({ version: "0.1.0", last: { success: false, code: 1102 } });
            expect(await bench.marked()).toBe("Europe/Paris");
            const filler = path.join(disk, "filler");
            await writeFile(filler, Buffer.alloc(60 * 1024 * 1024));
            await bench.publish("0.2.1");
            expect(await bench.begin()).toBe(0);
            expect((await bench.ended("0.2.1")).last).toMatchObject({ success: false, code: 1601 });
            await rm(filler);
          },
          { dataDir: disk },
        );
      } finally {
        execFileSync("umount", ["-l", disk]);
      }
    },
    LONGEST,
  );
});
