import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { OwnServerBox } from "./own-server.tsx";

const certificate = {
  subject: "CN=haus",
  issuer: "CN=Amt",
  valid_start: "2026-01-01T00:00:00Z",
  valid_end: "2036-01-01T00:00:00Z",
  fingerprint: "AA:BB",
  chain: ["CN=Amt"],
  kind: "EC P-256",
};

it.each([
  [["haus.example"], true],
  [["haus.example", window.location.hostname], false],
])("of %s warns where it is not valid for the address in the browser: %s", (names, warns) => {
  render(<OwnServerBox own={{ ...certificate, names } as never} />);
  expect(screen.queryByText(/Es gilt nicht für „localhost“/) !== null).toBe(warns);
});
