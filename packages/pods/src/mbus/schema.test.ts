import { describe, expect, it } from "vitest";
import { podLoad, type TestChannel } from "../testing/index.ts";
import { MEDIA, MEDIUM_WORDS, mediumWord } from "./media.ts";
import { checkMbus, mbusSchema } from "./schema.ts";
import { texts } from "./texts.ts";
import { FUNCTIONS, QUANTITIES } from "./wire/quantities.ts";

function problems(
  channels: TestChannel["config"][],
  iface: Record<string, string | number> = { host: "gateway" },
  type?: TestChannel["type"],
) {
  const load = podLoad(
    mbusSchema,
    [iface],
    channels.map((config, at) => ({ chan: `c${at}`, config: config ?? {}, ...(type ? { type } : {}) })),
  );
  const all = checkMbus({ ...load, channels: load.channels });
  return all.map(({ attribute, text }) => `${attribute}: ${text}`);
}

describe("the rules of M-Bus rows", () => {
  it("take what there is", () => {
    expect(
      problems([
        { meter: "0", quantity: "energy", value_unit: "GJ" },
        { meter: "250", record_number: 3 },
        { meter: "1234567F", manufacturer: "kam", version: 0, medium: "heat", quantity: "date" },
        { meter: "5", quantity: "volume_flow", value_unit: "l/min" },
      ]),
    ).toEqual([]);
    expect(problems([{ meter: "254", quantity: "energy" }])).toEqual([]);
    expect(
      problems([
        { meter: "253", quantity: "energy" },
        { meter: "5", quantity: "energy" },
      ]),
    ).toEqual([]);
    expect(problems([], { mode: "serial", device: "/dev/ttyUSB0" })).toEqual([]);
  });

  it("name what there is not", () => {
    for (const meter of ["251", "252", "255", "999"]) {
      expect(problems([{ meter, quantity: "energy" }])).toEqual([
        `meter: Die Primäradresse ${meter} gibt es nicht`,
      ]);
    }
    expect(
      problems([
        { meter: "254", quantity: "energy" },
        { meter: "5", quantity: "energy" },
      ]),
    ).toEqual(["meter: Auf 254 antworten alle Zähler zugleich"]);
    expect(
      problems([
        { meter: "253", quantity: "energy" },
        { meter: "12345678", quantity: "energy" },
      ]),
    ).toEqual([expect.stringMatching(/^meter: 253 ist der zuletzt ausgewählte/)]);
    expect(
      problems([{ meter: "5", manufacturer: "KAM", version: 1, medium: "gas", quantity: "energy" }]),
    ).toEqual(
      ["manufacturer", "version", "medium"].map(
        (column) => `${column}: „${column}“ gehört zur Sekundäradresse, hier steht eine Primäradresse`,
      ),
    );
    expect(problems([{ meter: "5" }])).toEqual(["quantity: Es fehlt, welcher Wert gemeint ist"]);
    expect(problems([{ meter: "5", quantity: "energy", value_unit: "m3" }])).toEqual([
      "value_unit: In m3 lässt sich „energy“ nicht angeben",
    ]);
    expect(problems([{ meter: "5", quantity: "on_time", value_unit: "kWh" }])).toHaveLength(1);
    expect(problems([{ meter: "5", quantity: "date_time" }], { host: "gateway" }, "float")).toEqual([
      "type: Der Typ „float“ passt nicht zu „date_time“",
    ]);
  });

  it("want one way to the line", () => {
    expect(problems([], {})).toEqual(["host: Name oder Adresse des Gateways fehlt"]);
    expect(problems([], { host: "gateway", device: "/dev/ttyUSB0" })).toEqual([
      "device: „device“ gibt es nur bei mode = serial",
    ]);
    expect(problems([], { mode: "serial", host: "gateway" })).toEqual([
      "host: Ein serieller Port hat keinen Host",
      "device: Der serielle Port fehlt",
    ]);
    expect(problems([], { host: "-x" })).toHaveLength(1);
    expect(mbusSchema.claims?.({ mode: "serial", device: "/dev/ttyUSB0" })).toBe("/dev/ttyUSB0");
  });
});

describe("words of rows", () => {
  it("have a German one each", () => {
    for (const word of QUANTITIES) expect(texts.quantity(word), word).not.toBe(word);
    for (const word of MEDIUM_WORDS) {
      expect(texts.medium(word, MEDIA[word]), word).not.toBe(word);
      expect(mediumWord(MEDIA[word])).toBe(word);
    }
    expect(texts.medium(mediumWord(0x3f), 0x3f)).toBe("Medium 63");
    const record = { quantity: "energy", storage: 2, tariff: 1, subunit: 3, modifier: "l1+positive" };
    expect(FUNCTIONS.map((kind) => texts.record({ ...record, function: kind }))).toEqual([
      "Energie, Tarif 1, Speicher 2, Teilgerät 3, l1 positive",
      "Energie, Maximum, Tarif 1, Speicher 2, Teilgerät 3, l1 positive",
      "Energie, Minimum, Tarif 1, Speicher 2, Teilgerät 3, l1 positive",
      "Energie, im Fehlerzustand, Tarif 1, Speicher 2, Teilgerät 3, l1 positive",
    ]);
  });
});
