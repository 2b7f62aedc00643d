import { expect, it } from "vitest";
import { countText } from "./count-text.ts";

it("takes the noun that fits the number", () => {
  expect(countText(1, "Pod", "Pods")).toBe("1 Pod");
  expect(countText(0, "Pod", "Pods")).toBe("0 Pods");
  expect(countText(20_120, "Channel", "Channels")).toBe("20.120 Channels");
});
