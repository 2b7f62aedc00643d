import { describe, expect, it } from "vitest";
import { chooseScram, ScramFault } from "./scram.ts";

const pencil = { user: "user", password: "pencil" };

/** The examples of RFC 5802, 5 and RFC 7677, 3. */
const EXAMPLES = [
  {
    mechanism: "SCRAM-SHA-1",
    nonce: "fyko+d2lbbFgONRv9qkxdawL",
    challenge: "r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096",
    answer: "c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=",
    final: "v=rmF9pqV8S7suAoZWja4dJRkFsKQ=",
  },
  {
    mechanism: "SCRAM-SHA-256",
    nonce: "rOprNGfwEbeRWgbNEkqO",
    challenge: "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
    answer:
      "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
    final: "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
  },
];

describe.each(EXAMPLES)("$mechanism", ({ answer, challenge, final, mechanism, nonce }) => {
  it("answers as the standard's example does, and knows the server by its proof", async () => {
    const scram = chooseScram([mechanism], pencil, nonce);
    expect(scram?.first).toBe(`n,,n=user,r=${nonce}`);
    expect(await scram?.answer(challenge)).toBe(answer);
    expect(() => scram?.verify(final)).not.toThrow();
    const zeros = Buffer.alloc(mechanism === "SCRAM-SHA-1" ? 20 : 32).toString("base64");
    for (const wrong of ["", "v=", `v=${zeros}`, "v=AAAA", "e=other-error"])
      expect(() => scram?.verify(wrong), wrong).toThrow(ScramFault);
  });

  it.each([
    ["another's nonce", "r=x,s=QSXCR+Q6sek8bf92,i=4096"],
    ["the nonce without the server's part", `r=${nonce},s=QSXCR+Q6sek8bf92,i=4096`],
    ["few rounds", `r=${nonce}x,s=QSXCR+Q6sek8bf92,i=1`],
    ["rounds without end", `r=${nonce}x,s=QSXCR+Q6sek8bf92,i=2000000000`],
    ["no salt", `r=${nonce}x,s=,i=4096`],
    ["an extension that must be known", `m=x,r=${nonce}x,s=QSXCR+Q6sek8bf92,i=4096`],
    ["nothing", ""],
  ])("refuses %s", async (_what, said) => {
    const scram = chooseScram([mechanism], pencil, nonce);
    await expect(scram?.answer(said)).rejects.toThrow(ScramFault);
  });
});

it("takes the strongest that is offered, and none that shows the password", () => {
  const offered = ["PLAIN", "SCRAM-SHA-1", "SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"];
  expect(chooseScram(offered, pencil)?.mechanism).toBe("SCRAM-SHA-256");
  expect(chooseScram(["PLAIN", "DIGEST-MD5"], pencil)).toBeUndefined();
});

it("proves nothing before the challenge, and marks what would be read as a separator", () => {
  const scram = chooseScram(["SCRAM-SHA-1"], { user: "a=b,c", password: "p" }, "n");
  expect(scram?.first).toBe("n,,n=a=3Db=2Cc,r=n");
  expect(() => scram?.verify("v=")).toThrow(ScramFault);
});
