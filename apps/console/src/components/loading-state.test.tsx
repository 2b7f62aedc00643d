import { expect, it } from "vitest";
import { render } from "../testing/render.tsx";
import { InfoBox } from "./info-box.tsx";
import { LoadingState } from "./loading-state.tsx";

const shapeOf = (container: HTMLElement) =>
  container.querySelector("[data-shape]")?.getAttribute("data-shape");

it("has the shape of what comes: a card on the page, facts in a card, rows in a card of a table", () => {
  const inBox = (flush: boolean) => (
    <InfoBox title="Assets" flush={flush}>
      <LoadingState />
    </InfoBox>
  );
  expect(shapeOf(render(<LoadingState />).container)).toBe("card");
  expect(shapeOf(render(inBox(false)).container)).toBe("facts");
  expect(shapeOf(render(inBox(true)).container)).toBe("table");
});

it("has another shape where it is told so", () => {
  expect(shapeOf(render(<LoadingState shape="lines" />).container)).toBe("lines");
});
