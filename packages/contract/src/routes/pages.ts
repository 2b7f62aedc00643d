/** Pages for those who use the plant: of the project, or one for each area, and the pictures of plans on them. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { PAGE_BLOCKS } from "../page-blocks.ts";
import { bytes, unixSeconds } from "../shapes.ts";

const pageName = () => z.string().check(z.minLength(1), z.maxLength(500));
/** What a channel may be set to by a switch. */
const choice = z.tuple([z.union([z.string(), z.number(), z.boolean()]), z.string()]);

/** A block as its row has it, with what it stands for. */
export const pageBlock = z.object({
  block: z.enum(PAGE_BLOCKS),
  source: z.optional(describe(z.string(), "as the project has it; names in full")),
  label: z.optional(z.string()),
  x: z.optional(describe(z.number(), "first column, 1 to 12; on a plan per cent from the left")),
  y: z.optional(describe(z.number(), "first row, from 1; on a plan per cent from the top")),
  w: z.optional(describe(z.number(), "columns")),
  h: z.optional(describe(z.number(), "rows")),
  on: z.optional(describe(z.string(), "file of the plan that it stands on")),
  actual: z.optional(describe(z.string(), "channel of the actual value, said or found")),
  decimals: z.optional(z.number()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  step: z.optional(z.number()),
  choices: z.optional(z.array(choice)),
  confirm: z.optional(describe(z.literal(true), "a write is asked about first")),
  box: z.optional(
    describe(
      z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      "where it stands in the grid of 12 columns; absent on a plan",
    ),
  ),
  channels: describe(z.array(z.string()), "channels that it shows, the first 200 of a list"),
  total: describe(z.number(), "how many there are"),
});

export const pageList = call({
  method: "GET",
  path: "/pages",
  summary: "The pages of the project, by name. A project without has one for each of its areas.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  answer: answer({
    generated: describe(z.boolean(), "made from the areas"),
    pages: z.array(z.object({ id: z.string(), blocks: z.number() })),
  }),
});

export const pageLook = call({
  method: "GET",
  path: "/pages/page",
  summary: "The blocks of a page, in the order of reading.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({ page: pageName() }),
  answer: answer({
    id: z.string(),
    generated: z.boolean(),
    blocks: z.array(pageBlock),
  }),
});

export const planName = () =>
  z
    .string()
    .check(
      z.regex(
        /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,95}\.(svg|png|jpg)$/,
        "Erlaubt sind Buchstaben ohne Umlaute, Ziffern, „_“, „-“ und „.“; am Ende steht .svg, .png oder .jpg.",
      ),
    );

export const planFiles = call({
  method: "GET",
  path: "/pages/plans",
  summary: "Pictures that pages may show as plans.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  answer: answer({ files: z.array(z.object({ file: planName(), size: bytes(), ts: unixSeconds() })) }),
});

export const planAnswer = answer({
  type: z.enum(["image/svg+xml", "image/png", "image/jpeg"]),
  data: describe(z.string(), "base64"),
});

export const planFile = call({
  method: "GET",
  path: "/pages/plan",
  summary: "A picture of a plan, for an address with `data:`; it is nowhere served as a document.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({ file: planName() }),
  answer: planAnswer,
});

export const planUpload = call({
  method: "POST",
  path: "/pages/plan",
  summary:
    "Takes a picture of a plan: PNG, JPEG, or SVG, of which only shapes, text and colours are kept. Replaces one of the same name.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  upload: { file: "newfile", most: LIMITS.planBytes },
  answer: answer({
    file: planName(),
    size: bytes(),
    removed: describe(z.array(z.string()), "names of elements of an SVG that were not kept"),
  }),
});

export const planDelete = call({
  method: "POST",
  path: "/pages/plan/delete",
  summary: "Deletes a picture of a plan.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  body: z.object({ file: planName() }),
});
