import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { TargetState } from "./target-state.tsx";

const NEVER = { last_success: 0, last_error: null, retry: 0, pending: 0, sent: 0, dropped: 0 };
const FAILED = { ...NEVER, last_error: { ts: 5, text: "nicht erreichbar" }, pending: 2 };

it.each([
  ["no interval", NEVER, false, "sendet nicht von selbst"],
  ["a failure without an interval", FAILED, false, "gestört"],
  ["never sent", NEVER, true, "noch nichts gesendet"],
])("%s", (_what, status, regular, badge) => {
  render(<TargetState name="http" status={status} active regular={regular} dirty={false} />);
  expect(screen.getByText(badge)).toBeTruthy();
});
