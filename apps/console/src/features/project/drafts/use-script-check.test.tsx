import { render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError, ConnectionError } from "../../../lib/errors.ts";
import { checkScript } from "../api/drafts.ts";
import { useScriptCheck } from "./use-script-check.ts";

vi.mock(import("../api/drafts.ts"), async (original) => ({ ...(await original()), checkScript: vi.fn() }));
const check = vi.mocked(checkScript);
const found = (problems: { line: number; text: string }[], warnings: typeof problems = []) => ({
  code: 0,
  problems,
  warnings,
  channels: [],
});

function Shown({ scripts }: { scripts: Record<string, string> }) {
  const { failed, marks } = useScriptCheck(scripts);
  return (
    <>
      <p>{failed ? "ungeprüft" : "geprüft"}</p>
      {marks.map(({ level, line, script, text }) => (
        <p key={text}>{`${level} ${script} ${line ?? "-"}: ${text}`}</p>
      ))}
    </>
  );
}

beforeEach(() => check.mockReset());

it("asks the device of each script that changed, and of none twice", async () => {
  check.mockImplementation(async (_name, source) =>
    source === "schlecht" ? found([{ line: 3, text: "Falsch" }], [{ line: 0, text: "Nie" }]) : found([]),
  );
  const first = { "a.lua": "schlecht", "b.lua": "gut", "leer.lua": "", "ä.lua": "x" };
  const { rerender } = render(<Shown scripts={first} />);
  await screen.findByText("error a.lua 3: Falsch");
  await screen.findByText("warning a.lua -: Nie");
  expect(check.mock.calls.map(([name]) => name)).toEqual(["a.lua", "b.lua"]);
  rerender(<Shown scripts={{ ...first, "a.lua": "gut" }} />);
  // What was said of another text is not shown any more.
  expect(screen.queryByText(/Falsch/)).toBeNull();
  await waitFor(() => expect(check).toHaveBeenCalledTimes(3), { timeout: 3_000 });
  expect(check.mock.lastCall?.[0]).toBe("a.lua");
});

it("says where the device did not answer, and what it refuses to look at", async () => {
  check.mockRejectedValueOnce(new ConnectionError(false));
  const { rerender } = render(<Shown scripts={{ "a.lua": "x" }} />);
  await screen.findByText("ungeprüft");
  check.mockRejectedValueOnce(new ApiError(400, { message: "Zu groß" }));
  rerender(<Shown scripts={{ "a.lua": "xx" }} />);
  await screen.findByText("error a.lua -: Zu groß", undefined, { timeout: 3_000 });
  await screen.findByText("geprüft");
});
