import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { updateTexts } from "../../../texts/index.ts";
import { UpdateButton } from "./offer-box.tsx";

it.each([
  [true, "filled"],
  [false, "default"],
])(
  "is what one is led to where there is something newer (%s), and not beside what is up to date",
  (newer, variant) => {
    render(<UpdateButton newer={newer} disabled={false} />);
    expect(screen.getByRole("button", { name: updateTexts.start.button }).dataset["variant"]).toBe(variant);
  },
);
