/** Every call of the contract and every topic, asked with the link of a wall panel. */
import { type CallName, type CallSpec, calls, STREAM_TOPICS } from "@hubwart/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { signedIn } from "../testing/signed-in.ts";
import { SPECS, useTokenStage } from "../testing/token-stage.ts";
import { demandPanelTopic, ForbiddenError } from "./rights.ts";

const { ask, guess, made, pageLinks, reached, throttle } = useTokenStage();
pageLinks.use({ version: () => "1", reach: () => ({ channels: ["a.b.c"], alarms: [], writes: [] }) });
beforeAll(() => {
  const make = (name: string, may_set: boolean) => {
    const { id, token } = pageLinks.create(signedIn("admin"), { name, page: "EG", may_set });
    made[name] = token;
    return id;
  };
  make("looks", false);
  make("sets", true);
  pageLinks.revoke(make("revoked", true));
});

const outcome = async (name: CallName, spec: CallSpec, token: string, query = false) =>
  (await ask(name, spec, token, query)).outcome;

/** Written down here once more: what is added to the contract is not a panel's by itself. */
const LOOKS = new Set<CallName>([
  "panelLook",
  "panelPlan",
  "traceGet",
  "tracePost",
  "traceChart",
  "alarmLook",
  "scheduleLook",
  "stream",
]);

describe("the link of a wall panel", () => {
  it.each(SPECS.filter(([, { access }]) => access !== "public"))("at %s", async (name, spec) => {
    const looks = LOOKS.has(name) ? "past the gate" : "forbidden";
    const sets = name === "channelWrite" ? "past the gate" : looks;
    expect({
      looks: await outcome(name, spec, made["looks"] ?? ""),
      sets: await outcome(name, spec, made["sets"] ?? ""),
      revoked: await outcome(name, spec, made["revoked"] ?? ""),
      foreign: await outcome(name, spec, `hwp_${"A".repeat(43)}`),
      address: await outcome(name, spec, made["sets"] ?? "", true),
    }).toEqual({ looks, sets, revoked: "nobody", foreign: "nobody", address: "nobody" });
  });

  it("is nobody to what anybody may ask", async () => {
    await outcome("info", calls.info, made["sets"] ?? "");
    expect([...reached]).toEqual([["info", undefined]]);
  });

  it("listens to its values, their alarms and whether the project changed", () => {
    const { who } = pageLinks.authenticate(made["looks"] ?? "") ?? signedIn("admin");
    const may = STREAM_TOPICS.filter((topic) => {
      try {
        demandPanelTopic(who, topic);
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(ForbiddenError);
        return false;
      }
    });
    expect(may.toSorted()).toEqual(["alarms", "project", "trace"]);
  });

  it("cannot be guessed for long, while a valid one is let through", async () => {
    throttle.succeeded("token:127.0.0.1");
    const look = (token: string) => guess("/pages/panel", token);
    const statuses: number[] = [];
    for (let at = 0; at < 7; at += 1) statuses.push((await look(`hwp_${"B".repeat(42)}${at}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 403, 403]);
    reached.clear();
    await look(made["looks"] ?? "");
    expect([...reached]).toEqual([["panelLook", "panel"]]);
  });
});
