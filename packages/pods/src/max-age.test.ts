import { compileProject } from "@hubwart/project";
import { writeWorkbook } from "@hubwart/project/workbook";
import { describe, expect, it } from "vitest";
import { podSchemas } from "./schemas.ts";

const RECEIVING = ["asset", "http_in", "knx", "modb_server", "mqtt"];

/** The ages that the channels of an MQTT pod come to have, or the errors. */
async function agesOf(rows: (string | number | null)[][], project: (string | number)[] = []) {
  const bytes = await writeWorkbook([
    { name: "project", rows: [["key", "value"], ["id", "p"], ...(project.length > 0 ? [project] : [])] },
    {
      name: "pods",
      rows: [
        ["id", "host"],
        ["mqtt.a", "127.0.0.1"],
      ],
    },
    { name: "mqtt", rows: [["pod", "channel", "topic", "dir", "max_age"], ...rows] },
  ]);
  const { compiled, errors } = await compileProject(
    { files: [{ name: "p.xlsx", bytes }] },
    { schemas: podSchemas },
  );
  return compiled
    ? Object.fromEntries(
        compiled.pods[0]?.channels.map(({ chan, config }) => [chan, config["max_age"]]) ?? [],
      )
    : errors.map(({ Attribute, ErrText }) => `${Attribute}: ${ErrText}`);
}

describe("the age of values", () => {
  it("may be bounded in each pod type that receives without asking, and in no other", () => {
    const types = podSchemas
      .filter(({ channelColumns }) => channelColumns["max_age"])
      .map(({ type }) => type);
    expect(types.sort()).toEqual(RECEIVING);
  });

  it("is the channel's own, or the project's where it says nothing, and none of what only sends", async () => {
    const rows = [
      ["a", "own", "t/1", "in", 60],
      ["a", "given", "t/2", "in", null],
      ["a", "sent", "t/3", "out", null],
    ];
    expect(await agesOf(rows, ["max_age", 900])).toEqual({ "mqtt.a.given": 900, "mqtt.a.own": 60 });
    expect(await agesOf(rows)).toEqual({ "mqtt.a.own": 60 });
  });

  it("is refused where nothing is received, and beyond a week", async () => {
    expect(await agesOf([["a", "sent", "t/3", "out", 60]])).toEqual([expect.stringContaining("max_age")]);
    expect(await agesOf([["a", "b", "t/3", "in", 60]], ["max_age", 604_801])).toEqual([
      expect.stringContaining("value"),
    ]);
  });
});
