import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { mailBody } from "../api/mail.ts";
import { MailState } from "./mail-tab.tsx";

const NEVER = { active: true, last_success: null, last_error: null, next: 0 };
const SENT = { ...NEVER, last_success: { ts: 1, period: "2026-10" } };
const FAILED = { ...SENT, last_error: { ts: 5, period: "2026-11", text: "Der Mailserver ist weg." } };

it.each([
  ["switched off", { ...NEVER, active: false }, "nicht aktiv"],
  ["not sent yet", NEVER, "noch nichts gesendet"],
  ["refused last", FAILED, "nicht gesendet"],
  ["sent", SENT, "gesendet"],
])("says that it is %s", (_what, mail, badge) => {
  render(<MailState mail={mail} dirty={false} />);
  expect(screen.getByText(badge)).toBeTruthy();
});

it("says of which month, and why the last one was not sent", () => {
  render(<MailState mail={FAILED} dirty={false} />);
  expect(screen.getByText(/^Oktober 2026, /)).toBeTruthy();
  expect(screen.getByText(/^November 2026, .*: Der Mailserver ist weg\.$/)).toBeTruthy();
});

it.each([
  ["what is saved and switched on", true, false, true],
  ["nothing that is not saved", true, true, false],
  ["nothing that is switched off", false, false, false],
])("sends by hand %s", (_what, active, dirty, sends) => {
  render(<MailState mail={{ ...SENT, active }} dirty={dirty} />);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Probe senden" }).disabled).toBe(!sends);
});

it("takes addresses as people separate them", () => {
  const values = { active: true, pod: "email.a", day: 1, recipients: " a@b.de,c@d.de;\ne@f.de , " };
  expect(mailBody(values).recipients).toEqual(["a@b.de", "c@d.de", "e@f.de"]);
});
