import { expect, it } from "vitest";
import type { Finding } from "../../status.ts";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { FindingFeed } from "./finding-feed.ts";

const FULL: Finding = { code: "disk-full", level: 3, text: "Der Speicher ist voll.", route: "/" };
const NEXT: Finding = {
  code: "no-project",
  level: 1,
  text: "Laden Sie ein Projekt hoch.",
  route: "/project/upload",
};

function bench() {
  const hub = new ScriptedHub();
  hub.say({ state: "running" });
  hub.answers.alarmFindings = () => ({});
  const state = { findings: [NEXT, FULL], wanted: true };
  const feed = new FindingFeed({ hub, findings: () => state.findings, wanted: () => state.wanted });
  return { feed, hub, state, told: () => hub.asked.map(({ parameters }) => parameters) };
}

it("tells what is wrong, when it changed, and now and then anew", async () => {
  const { feed, state, told } = bench();
  await feed.send();
  expect(told()).toEqual([{ findings: [{ code: "disk-full", text: "Der Speicher ist voll." }] }]);
  for (let n = 0; n < 5; n += 1) await feed.send();
  expect(told()).toHaveLength(1);
  await feed.send();
  expect(told()).toHaveLength(2);
  state.findings = [];
  await feed.send();
  expect(told().at(-1)).toEqual({ findings: [] });
});

it("tells nobody who has no use for it or is away, and what was not heard is told again", async () => {
  const { feed, hub, state, told } = bench();
  state.wanted = false;
  await feed.send();
  state.wanted = true;
  hub.goAway();
  await feed.send();
  expect(told()).toEqual([]);
  hub.say({ state: "running" });
  hub.answers.alarmFindings = () => {
    throw new Error("weg");
  };
  await expect(feed.send()).rejects.toThrow("weg");
  hub.answers.alarmFindings = () => ({});
  await feed.send();
  expect(told()).toHaveLength(2);
});
