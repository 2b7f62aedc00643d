import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { ChartBar } from "./chart-bar.tsx";

const bar = (failed: boolean) =>
  render(
    <ChartBar
      search={{ tab: "charts" }}
      onSearch={() => undefined}
      chart={undefined}
      busy={false}
      failed={failed}
    />,
  );

it("says that a chart is being loaded as long as one is on its way", () => {
  bar(false);
  expect(screen.getByRole("status").textContent).toBe("Wird geladen …");
});

it("does not go on saying so once that failed", () => {
  bar(true);
  expect(screen.getByRole("status").textContent).toBe("");
});
