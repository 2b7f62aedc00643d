import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { RestingBox } from "./resting-box.tsx";

it("names what is shelved and does not stand, until when, why and by whom", () => {
  const shelved = { by: "Anna", why: "Umbau", until: Date.UTC(2026, 10, 25, 12) };
  render(
    <RestingBox
      resting={[{ id: "a", source: "bus.keller.temp", priority: 2, text: "Keller zu warm", shelved }]}
    />,
  );
  for (const text of [/Keller zu warm/, "Anna", "Umbau", /25\.11\./])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
});
