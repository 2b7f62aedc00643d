import type { CompiledAlarmClass } from "@hubwart/project/compiled";
import { describe, expect, it } from "vitest";
import { alarm, stage } from "./testing/stage.ts";

const MINUTE = 60_000;
const CLASS: CompiledAlarmClass = {
  id: "technik",
  steps: [
    { after: 0, ways: ["chat.haus", "email.mail"], roster: "dienst", repeat: 10 * MINUTE, until: "off" },
  ],
};
const A = alarm({ class: "technik" });

/** On duty by chat is whoever `on` names; nobody is by e-mail. */
function plant(on: { duty: string | undefined }) {
  const wayOf = (way: string, roster: string | undefined) =>
    roster === "dienst" && way === "chat.haus" && on.duty !== undefined ? `${way}#${on.duty}` : way;
  return stage({ alarms: [A], classes: [CLASS], addressees: { wayOf, named: (way) => `<${way}>` } });
}
const told = ({ sent }: ReturnType<typeof stage>) =>
  sent.map(({ message, way }) => `${way} ${message.text.split(":")[0]}`);

describe("a step with a roster", () => {
  it("tells whoever is on duty then, and the way's own recipients where nobody is", async () => {
    const at = plant({ duty: "a" });
    at.temp(30);
    await at.pass(2_000);
    expect(told(at)).toEqual(["chat.haus#a Neu", "email.mail Neu"]);
  });

  it("tells the next one as news after a change of shift, and both that it is over", async () => {
    const on = { duty: "a" };
    const at = plant(on);
    at.temp(30);
    await at.pass(2_000);
    on.duty = "b";
    await at.pass(10 * MINUTE + 2_000);
    expect(told(at).slice(2)).toEqual(["chat.haus#b Neu", "email.mail Noch nicht erledigt"]);
    at.temp(10);
    await at.pass(4_000);
    expect(told(at).slice(4).sort()).toEqual([
      "chat.haus#a Vorbei",
      "chat.haus#b Vorbei",
      "email.mail Vorbei",
    ]);
  });

  it("is found again with its person after a restart, and named in the journal", async () => {
    const on = { duty: "a" };
    const at = plant(on);
    at.failing.set("chat.haus#a", "weg");
    at.temp(30);
    await at.pass(2_000);
    expect(told(at)).toEqual(["email.mail Neu"]);
    on.duty = "b";
    const again = await at.again();
    again.temp(30);
    await again.pass(2_000);
    expect(told(again)).toEqual(["chat.haus#a Neu"]);
    expect(again.disk.events.filter(({ what }) => what === "told").map(({ by }) => by)).toEqual([
      "<email.mail>",
      "<chat.haus#a>",
    ]);
  });
});
