import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { formatMoment } from "../lib/format.ts";
import { RefusalNote } from "./refusal-note.tsx";

const since = Date.now() - 1_000;
const refusal = { text: "404 Not Found", since, last: since + 500, count: 37 };

it("says what was refused, how often and since when", () => {
  const { container, rerender } = render(<RefusalNote refusal={refusal} />);
  expect(container.textContent).toBe(`404 Not Found, 37\u00a0× seit ${formatMoment(since)}`);
  rerender(<RefusalNote refusal={{ ...refusal, count: 1 }} short />);
  expect(screen.getByTitle(`404 Not Found, um ${formatMoment(since)}`)).toBeTruthy();
  rerender(<RefusalNote refusal={undefined} />);
  expect(container.textContent).toBe("");
});
