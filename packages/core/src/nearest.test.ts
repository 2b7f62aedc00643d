import { expect, it } from "vitest";
import { nearest } from "./nearest.ts";

it("finds what was most likely meant, and nothing that is far away", () => {
  const names = ["ping.a.da", "ping.a.antwort", "knx.haus.licht"];
  expect(nearest("ping.a.dq", names)).toBe("ping.a.da");
  expect(nearest("PING.A.ANTWORT", names)).toBe("ping.a.antwort");
  expect(nearest("knx.haus.lich", names)).toBe("knx.haus.licht");
  expect(nearest("knx.haus.liccht", names)).toBe("knx.haus.licht");
  expect(nearest("ping.b.temperatur", names)).toBeUndefined();
  expect(nearest("", names)).toBeUndefined();
});

it("finds it also far down a long list of names that begin alike", () => {
  const names = Array.from({ length: 15_000 }, (_, at) => `knx.haus.raum${at}.temperatur`);
  expect(nearest("knx.haus.raum14999.tenperatur", names)).toBe("knx.haus.raum14999.temperatur");
});
