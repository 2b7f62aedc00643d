import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "../../../lib/errors.ts";
import { render } from "../../../testing/render.tsx";
import { usePlant } from "./use-plant.ts";

const answers = {
  pods: { data: { pods: [] }, error: null as unknown },
  connections: { data: [], error: null as unknown },
};
vi.mock("../../../api/pods.ts", () => ({
  usePods: () => answers.pods,
  useConnections: () => answers.connections,
}));
vi.mock("../../../api/info.ts", () => ({ useStatus: () => undefined }));
vi.mock("../../../api/device-clock.ts", () => ({ useClockOffset: () => 0 }));

function Look() {
  const { error, plant } = usePlant();
  return <p>{`${plant ? plant.state : "none"} ${error instanceof Error ? error.message : "asked"}`}</p>;
}

afterEach(() => {
  answers.pods.error = null;
  answers.connections.error = null;
});

it.each(["pods", "connections"] as const)("tells that %s could not be asked for again", (which) => {
  render(<Look />);
  expect(screen.getByText("fine asked")).toBeTruthy();
  cleanup();
  answers[which].error = new ApiError(503, { message: "away" });
  render(<Look />);
  expect(screen.getByText("fine away")).toBeTruthy();
});
