import { expect, it } from "vitest";
import { roomOf } from "./room.ts";

const NOW = Date.UTC(2026, 10, 25);
const DAY = 86_400_000;
const day = (name: string, size: number) => ({ name: `${name}.parquet`, size, ts: 0 });
const MB = 1_000_000;

it("lasts as long as the last days make it last", () => {
  const days = [day("2026-11-24", 10 * MB), day("2026-11-23", 30 * MB)];
  expect(roomOf(days, 40 * MB, { days: 3_650, bytes: 240 * MB }, NOW)).toMatchObject({
    perDay: 20 * MB,
    until: NOW + 10 * DAY,
    by: "room",
  });
});

it("ends by age where that comes first, and now where it is used up", () => {
  const days = [day("2026-11-24", MB)];
  expect(roomOf(days, MB, { days: 30, bytes: 1_000 * MB }, NOW)).toMatchObject({
    until: Date.UTC(2026, 10, 24) + 31 * DAY,
    by: "age",
  });
  expect(roomOf(days, 5 * MB, { days: 30, bytes: 4 * MB }, NOW)).toMatchObject({ until: NOW, by: "room" });
});

it("tells nothing where no day is finished, or days are empty", () => {
  expect(roomOf([], 7, { days: 1, bytes: 9 }, NOW)).toEqual({ days: 1, bytes: 9, used: 7 });
  expect(roomOf([day("2026-11-24", 0)], 0, { days: 1, bytes: 9 }, NOW).until).toBeUndefined();
});
