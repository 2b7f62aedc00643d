import { calls } from "@hubwart/contract";
import { turnsDuring } from "@hubwart/testing/turns";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { answerText } from "./answer-text.ts";

const row = z.object({ channel: z.string(), value: z.unknown(), label: z.optional(z.string()) });
const schema = z.object({
  code: z.number(),
  rows: z.array(row),
  more: z.array(z.string()),
  last: z.optional(z.string()),
});
const rows = Array.from({ length: 3_500 }, (_, at) => ({
  channel: `ä${at}`,
  value: at % 2 ? [at] : null,
  secret: at,
}));
const textOf = async (answer: Record<string, unknown>) => {
  const written = await answerText(schema, answer);
  return "bytes" in written ? written.bytes.toString("utf8") : written.misfits;
};

it.each([
  ["short", rows.slice(0, 3), ["x"]],
  ["long", rows, ["x"]],
  ["all long", rows, rows.map(({ channel }) => channel)],
])("writes %s lists as their call has them, and nothing else", async (_, some, more) => {
  const answer = { code: 0, rows: some, more, last: undefined, secret: 1 };
  const text = String(await textOf(answer));
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(z.parse(schema, answer))));
  expect(text).not.toContain("secret");
});

it("names where an answer does not fit, in a long list too", async () => {
  expect(
    await textOf({ code: 0, rows: rows.with(3_002, { channel: 1, value: 1 } as never), more: [] }),
  ).toEqual(["rows.3002.channel"]);
  expect(await textOf({ code: "0", rows, more: [] })).toEqual(["code"]);
});

it("lets others be answered between the parts of a long list", async () => {
  const { basketFile } = calls;
  const constants = rows.map(({ channel, value }) => ({
    channel,
    value,
    label: "",
    type: "json",
    project: value,
    edited: false,
    active: value,
  }));
  const turns = await turnsDuring(async () => {
    expect(await answerText(basketFile.answer, { code: 0, rows: constants })).toHaveProperty("bytes");
  });
  expect(turns).toBeGreaterThanOrEqual(3);
});
