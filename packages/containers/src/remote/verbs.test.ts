import { InvalidInputError, UnavailableError } from "@hubwart/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AddOns } from "../addons/add-ons.ts";
import { ADD_ON_IDS } from "../catalogue/ids.ts";
import { AddOnLanes, answerAddOn } from "./answer.ts";
import { type AddOnRequest, addOnRequest, parseAddOnRequest } from "./verbs.ts";

const refused = (value: unknown) =>
  expect(() => parseAddOnRequest(value), JSON.stringify(value)).toThrow(InvalidInputError);

describe("the verbs", () => {
  it("take names of the catalogue and nothing beside their own fields", () => {
    for (const id of ADD_ON_IDS)
      expect(parseAddOnRequest({ verb: "stop", id })).toEqual({ verb: "stop", id });
    refused({ verb: "stop", id: "s4q_main" });
    refused({ verb: "stop", id: "foreign" });
    refused({ verb: "stop" });
    refused({ verb: "pull", id: "grafana", image: "evil:1" });
    refused({ verb: "start", id: "grafana", parameters: {}, env: { A: "b" } });
    refused({ verb: "exec", id: "grafana", command: ["sh"] });
    refused({ verb: "command", id: "mosquitto", name: "../sh", args: {} });
    refused({ verb: "logs", id: "mosquitto", tail: 1e9, follow: true });
    refused({ verb: "trust", authorities: [], registry: "evil.example" });
    refused({ verb: "trust", authorities: "x" });
    refused({ verb: "trust", authorities: Array.from({ length: 101 }, () => "x") });
    refused(null);
  });

  it("refuse whatever is no request with an error of their own", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        try {
          parseAddOnRequest(value);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInputError);
        }
      }),
    );
  });

  it("reach one method of the add-ons each", async () => {
    const called: string[] = [];
    const addOns = new Proxy({} as AddOns, {
      get: (_target, name: string) => {
        called.push(name);
        if (name === "logs" || name === "save") return async function* () {};
        return async () => name;
      },
    });
    const given = (async function* () {})();
    const parts = { addOns, tell: async () => undefined, signal: new AbortController().signal, given };
    const asked = { parameters: {}, name: "may", args: {}, tail: 1, follow: false, authorities: [] };
    const rest = { id: "mosquitto", ...asked };
    const verbs = addOnRequest.def.options.map((one) => String([...(one.shape.verb.def.values ?? [])][0]));
    for (const verb of verbs) await answerAddOn({ ...rest, verb } as unknown as AddOnRequest, parts);
    expect(new Set(called).size).toBe(verbs.length);
  });
});

it("changes of one add-on follow one another, also after one that failed; those of others do not wait", async () => {
  const lanes = new AddOnLanes();
  const order: string[] = [];
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = lanes.run("grafana", async () => {
    await held;
    order.push("first");
    throw new UnavailableError("weg");
  });
  const second = lanes.run("grafana", async () => void order.push("second"));
  await lanes.run("mosquitto", async () => void order.push("other"));
  finish();
  await expect(first).rejects.toThrow("weg");
  await second;
  expect(order).toEqual(["other", "first", "second"]);
});
