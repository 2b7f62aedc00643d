import { expect, it } from "vitest";
import { rightsChanges } from "./rights.ts";

const none = { read: "", write: "" };

it("names who gains and who loses topics, and leaves out all others", () => {
  const before = [
    { usr: "bleibt", read: "#", write: "#" },
    { usr: "eng", read: "haus/#", write: "haus/lampe" },
    { usr: "geht", read: "a", write: "" },
    { usr: "weit", read: "haus/+", write: "" },
  ];
  const after = [
    { usr: "bleibt", read: "#", write: "#" },
    { usr: "eng", read: "haus/lampe", write: "haus/lampe" },
    { usr: "neu", read: "", write: "b" },
    { usr: "weit", read: "haus/#", write: "" },
  ];
  expect(rightsChanges(before, after)).toEqual([
    { usr: "eng", gains: none, loses: { read: "haus/#", write: "" } },
    { usr: "geht", gains: none, loses: { read: "a", write: "" } },
    { usr: "neu", gains: { read: "", write: "b" }, loses: none },
    { usr: "weit", gains: { read: "haus/#", write: "" }, loses: none },
  ]);
  expect(rightsChanges(after, after)).toEqual([]);
});

it("filters that share only a part are both told", () => {
  expect(
    rightsChanges([{ usr: "u", read: "a/+", write: "" }], [{ usr: "u", read: "+/b", write: "" }]),
  ).toEqual([{ usr: "u", gains: { read: "+/b", write: "" }, loses: { read: "a/+", write: "" } }]);
});
