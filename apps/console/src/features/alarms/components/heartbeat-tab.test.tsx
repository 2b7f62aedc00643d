import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { HeartbeatState } from "./heartbeat-tab.tsx";

const NEVER = { active: true, last_success: 0, last_error: null, next: 0 };
const FAILED = { ...NEVER, last_success: 1, last_error: { ts: 5, text: "Nicht gesendet: Der Hub hängt." } };

it.each([
  ["switched off", { ...NEVER, active: false }, "nicht aktiv"],
  ["not sent yet", NEVER, "noch nichts gesendet"],
  ["refused last", FAILED, "gestört"],
  ["accepted", { ...NEVER, last_success: 1 }, "wird angenommen"],
])("says that it is %s", (_what, heartbeat, badge) => {
  render(<HeartbeatState heartbeat={heartbeat} dirty={false} />);
  expect(screen.getByText(badge)).toBeTruthy();
});

it("says why it was not sent", () => {
  render(<HeartbeatState heartbeat={FAILED} dirty={false} />);
  expect(screen.getByText(/Nicht gesendet: Der Hub hängt\./)).toBeTruthy();
});

it.each([
  ["what is saved and switched on", true, false, true],
  ["nothing that is not saved", true, true, false],
  ["nothing that is switched off", false, false, false],
])("sends by hand %s", (_what, active, dirty, sends) => {
  render(<HeartbeatState heartbeat={{ ...FAILED, active }} dirty={dirty} />);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Jetzt senden" }).disabled).toBe(!sends);
});
