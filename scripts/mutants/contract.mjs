/** @type {import("./index.mjs").Mutant[]} */
export const contract = [
  {
    breaks: "a correction is asked for a time that no calendar has",
    file: "packages/contract/src/routes/corrections.ts",
    search: "z.minimum(0), z.maximum(LATEST)",
    replace: "z.minimum(0)",
    tests: ["packages/contract/src/routes/corrections.test.ts"],
  },
  {
    breaks: "a call that does not say who may call is open to strangers",
    file: "packages/contract/src/define.ts",
    search: 'const whole = { access: "session"',
    replace: 'const whole = { access: "public"',
    tests: ["packages/contract/src/contract.test.ts"],
  },
  {
    breaks:
      "a password that a field of another name holds is kept in clear in the change log and in forms that were not saved",
    file: "packages/contract/src/secret-names.ts",
    search: "|^first$",
    replace: "",
    tests: ["packages/contract/src/contract.test.ts"],
  },
  {
    breaks: "a constant takes values above its limit",
    file: "packages/contract/src/constants.ts",
    search: "value > max",
    replace: "value > max + 1",
    tests: ["packages/contract/src/constants.test.ts"],
  },
  {
    breaks: "a constant takes JSON of any depth",
    file: "packages/contract/src/constants.ts",
    search: "return levels <= 0 ||",
    replace: "return",
    tests: ["packages/contract/src/constants.test.ts"],
  },
  {
    breaks: "a telegram is sent to the broadcast",
    file: "packages/contract/src/group-address.ts",
    search: "raw > 0 && raw <= 0xffff",
    replace: "raw >= 0 && raw <= 0xffff",
    tests: ["packages/contract/src/group-address.test.ts"],
  },
  {
    breaks: "the call that sends a telegram takes any text as address",
    file: "packages/contract/src/routes/knx.ts",
    search: "parseGroup(text) !== undefined",
    replace: 'text !== ""',
    tests: ["packages/contract/src/group-address.test.ts"],
  },
  {
    breaks: "a constant is stored as another text than was given",
    file: "packages/contract/src/constants.ts",
    search: "/\\p{Cs}/u.test(text)",
    replace: "text === TORN",
    tests: ["packages/contract/src/constants.test.ts"],
  },
];
