import { expect, it } from "vitest";
import { areaEntry, channelEntry, fixedEntries, podEntries, rememberedChannel } from "./entries.ts";
import { recentIds, remember } from "./recent.ts";

const nothing = { theme: () => undefined, template: () => undefined, signOut: () => undefined };

it("has an id of its own for each entry, and each leads somewhere or does something", () => {
  const all = [...fixedEntries(nothing), ...podEntries([{ id: "mqtt.haus", label: "Haus" }])];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ href, run }) => (href === undefined) === (run === undefined))).toEqual([]);
});

it("leads to a pod, its log and its settings", () => {
  expect(podEntries([{ id: "mqtt.haus", label: "" }]).map(({ href }) => href)).toEqual([
    "/pods/mqtt/mqtt.haus",
    "/pods/mqtt/mqtt.haus/logging",
    "/pods/mqtt/mqtt.haus?tab=settings",
  ]);
});

it("leads to an area of the plant, which is found by what it is in as well", () => {
  expect(areaEntry("Haus/EG/Büro 2")).toEqual({
    id: "/?area=Haus%2FEG%2FB%C3%BCro%202",
    group: "areas",
    label: "Büro 2",
    hint: "Haus/EG",
    href: "/?area=Haus%2FEG%2FB%C3%BCro%202",
  });
  expect(areaEntry("Haus").hint).toBeUndefined();
});

it("brings back a channel by what was remembered of it, and nothing else", () => {
  const entry = channelEntry("mqtt.haus.temp innen");
  expect(rememberedChannel(entry.id)).toEqual([entry]);
  expect(rememberedChannel("/system/network?tab=ntp")).toEqual([]);
  expect(rememberedChannel("/runtime/debug?name=%E0%A4%A")).toEqual([]);
});

it("remembers the last ones, each once, and takes no rubbish from the browser's store", () => {
  for (const id of ["a", "b", "a", "c", "d", "e", "f", "g"]) remember(id);
  expect(recentIds()).toEqual(["g", "f", "e", "d", "c", "a"]);
  for (const text of ["{", "7", '{"a":1}', "null"]) {
    localStorage.setItem("hubwart.recent", text);
    expect(recentIds()).toEqual([]);
  }
  localStorage.setItem("hubwart.recent", '[1,"x",null]');
  expect(recentIds()).toEqual(["x"]);
});
