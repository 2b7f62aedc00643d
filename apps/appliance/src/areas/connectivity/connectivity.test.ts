import { ManualClock, Scope } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { connectivityFindings } from "./findings.ts";
import { ConnectivityService } from "./service.ts";

function setup(license: () => Promise<number>, update: (() => Promise<number>) | undefined) {
  const clock = new ManualClock();
  const scope = new Scope();
  return { clock, scope, service: new ConnectivityService({ clock, scope, license, update }) };
}

describe("ConnectivityService", () => {
  it("says 200, 401, or 0 for everything else", async () => {
    for (const [status, shown] of [
      [200, 200],
      [401, 401],
      [404, 0],
      [503, 0],
    ] as const) {
      const { service } = setup(() => Promise.resolve(status), undefined);
      expect(await service.check()).toMatchObject({ license: shown, update: 0 });
    }
    const broken = setup(
      () => Promise.reject(new Error("no route")),
      () => Promise.resolve(200),
    );
    expect(await broken.service.check()).toMatchObject({ license: 0, update: 200 });
  });

  it("checks soon after the start and then every five minutes, once at a time", async () => {
    let asked = 0;
    let answer: (status: number) => void = () => undefined;
    const { service, clock, scope } = setup(
      () => {
        asked += 1;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      () => Promise.resolve(200),
    );
    expect(service.last().ts).toBe(0);
    clock.advance(1_000);
    const both = [service.check(), service.check()];
    expect(asked).toBe(1);
    answer(200);
    expect(await Promise.all(both)).toEqual([service.last(), service.last()]);
    clock.advance(299_000);
    expect(asked).toBe(1);
    clock.advance(300_000);
    expect(asked).toBe(2);
    await scope.end();
    clock.advance(3_000_000);
    expect(asked).toBe(2);
  });
});

it("looks for a service that is away every 30 s, and tells within that time that it is back", async () => {
  let status = 503;
  const { clock, service } = setup(() => Promise.resolve(status), undefined);
  await service.check();
  for (let i = 0; i < 5; i += 1) {
    clock.advance(30_000);
    await service.check();
  }
  expect(connectivityFindings(service.last()).map((f) => f.code)).toContain("license_server");
  status = 200;
  clock.advance(30_000);
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
  expect(service.last().license).toBe(200);
});

describe("connectivityFindings", () => {
  it("tells not reached from not accepted", () => {
    expect(connectivityFindings({ license: 0, update: 0, ts: 0 })).toEqual([]);
    expect(connectivityFindings({ license: 200, update: 200, ts: 1 })).toEqual([]);
    expect(connectivityFindings({ license: 401, update: 0, ts: 1 }).map((f) => [f.level, f.text])).toEqual([
      [2, "Der Lizenzserver ist erreichbar, erkennt dieses Gerät aber nicht an."],
      [2, "Der Update-Server ist nicht erreichbar."],
    ]);
  });
});
