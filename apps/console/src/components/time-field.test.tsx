import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { render } from "../testing/render.tsx";
import { MomentField } from "./moment-field.tsx";
import { TimeField } from "./time-field.tsx";

function Time({ seen, start = "07:00" }: { seen: string[]; start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <TimeField
      label="Von"
      value={value}
      onChange={(time) => {
        seen.push(time);
        setValue(time);
      }}
      onCommit={(time) => seen.push(`! ${time}`)}
    />
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>("Von");
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

describe("a time", () => {
  it("is shown with 24 hours, in a field that does not follow the browser's language", () => {
    render(<Time seen={[]} start="19:30" />);
    expect([field().value, field().type, field().inputMode]).toEqual(["19:30", "text", "numeric"]);
  });

  it("stands as it is typed until the field is left, and then as it is read", () => {
    const seen: string[] = [];
    render(<Time seen={seen} />);
    type("0630");
    expect(field().value).toBe("0630");
    fireEvent.blur(field());
    expect([field().value, seen]).toEqual(["06:30", ["06:30", "! 06:30"]]);
  });

  it("that is none is told once the field is left, and never committed", () => {
    const seen: string[] = [];
    render(<Time seen={seen} />);
    type("25:00");
    expect(screen.queryByText(/Uhrzeit wie 07:00/)).toBeNull();
    fireEvent.blur(field());
    expect(screen.getByText(/Uhrzeit wie 07:00/)).toBeTruthy();
    expect([field().value, seen]).toEqual(["25:00", ["25:00"]]);
    type("23");
    fireEvent.keyDown(field(), { key: "Enter" });
    expect([field().value, seen.at(-1), screen.queryByText(/Uhrzeit wie/)]).toEqual([
      "23:00",
      "! 23:00",
      null,
    ]);
  });

  it("moves by arrow keys, an hour before the colon and a minute behind it", () => {
    render(<Time seen={[]} start="23:59" />);
    field().setSelectionRange(1, 1);
    fireEvent.keyDown(field(), { key: "ArrowUp" });
    expect(field().value).toBe("00:59");
    field().setSelectionRange(4, 4);
    fireEvent.keyDown(field(), { key: "ArrowUp" });
    expect(field().value).toBe("01:00");
    fireEvent.keyDown(field(), { key: "ArrowDown" });
    expect(field().value).toBe("00:59");
  });
});

it("a moment is a day and a time of it, and nothing without a day", () => {
  const seen: string[] = [];
  function Moment() {
    const [value, setValue] = useState("");
    return (
      <MomentField
        label="Zeitpunkt"
        value={value}
        onChange={(next) => {
          seen.push(next);
          setValue(next);
        }}
      />
    );
  }
  render(<Moment />);
  const time = screen.getByLabelText<HTMLInputElement>("Zeitpunkt, Uhrzeit");
  const day = screen.getByLabelText("Zeitpunkt");
  expect(time.disabled).toBe(true);
  fireEvent.change(day, { target: { value: "2026-11-25" } });
  fireEvent.change(time, { target: { value: "7:05" } });
  fireEvent.change(day, { target: { value: "" } });
  expect(seen).toEqual(["2026-11-25T00:00", "2026-11-25T07:05", ""]);
});
