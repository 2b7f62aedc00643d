import { expect, it } from "vitest";
import { overlaid, typedOf } from "./unsaved.ts";

const stored = { name: "alt", port: 80, token: "", target: { ftp: { host: "a", pwd: "x" } }, list: [1] };

it("keeps what was changed, and what stood there before", () => {
  expect(typedOf(stored, { name: "neu", port: 80 }, stored, '"1"')).toEqual({
    change: { name: "neu" },
    before: { name: "alt" },
    etag: '"1"',
  });
});

it("keeps no secret, at no depth, and nothing where only secrets were typed", () => {
  const target = { ftp: { host: "b", pwd: "geheim" } };
  const typed = typedOf(stored, { token: "geheim", target }, stored);
  expect(typed?.change).toEqual({ target: { ftp: { host: "b" } } });
  expect(JSON.stringify(typed)).not.toMatch(/geheim|pwd|token/);
  expect(typedOf(stored, { token: "geheim" }, stored)).toBeUndefined();
  expect(typedOf(stored, { target: { ftp: { host: "a", pwd: "geheim" } } }, stored)).toBeUndefined();
});

it("comes back over what is stored, with the secrets that are stored", () => {
  expect(overlaid(stored, { name: "neu", target: { ftp: { host: "b" } } })).toEqual({
    name: "neu",
    target: { ftp: { host: "b", pwd: "x" } },
  });
});

it("leaves out what the form no longer has, or has as something else", () => {
  expect(overlaid(stored, { gone: 1, port: "80", list: { a: 1 }, target: [] })).toEqual({});
});
