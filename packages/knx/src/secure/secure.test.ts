import { ManualClock } from "@hubwart/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCemi } from "../wire/cemi.ts";
import { parseFrame } from "../wire/frame.ts";
import { cbcMac, ctr, deviceKey, userKey } from "./crypto.ts";
import { DataSecure, openTpdu, sealTpdu } from "./data-secure.ts";
import { authenticateMac, keyPairOf, responseMac, sessionKey } from "./handshake.ts";
import { SequenceStore } from "./sequences.ts";
import { readTimerNotify, timerNotify, unwrapFrame, wrapFrame } from "./wrapper.ts";

const bytes = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ""), "hex");
const frameOf = (frame: Buffer) => {
  const parsed = parseFrame(frame);
  if (!parsed) throw new Error("no frame");
  return parsed;
};

/** AN159 v06, examples of clause 3. */
const BACKBONE = bytes("000102030405060708090a0b0c0d0e0f");
const ROUTING = bytes(
  "06100950 0037 0000 c0c1c2c3c4c5 00fa12345678 affe b7ee7e8a1c2f7bbabec775fd6e10d0bc4b 7212a03aaae49da85689774c1d2b4da4",
);
const CLIENT_KEY = bytes("b8fabd62665d8b9e8a9d8b1f4bca42c8c2789a6110f50e9dd785b3ede883f378");
const CLIENT_PUBLIC = bytes("0aa227b4fd7a32319ba9960ac036ce0e5c4507b5ae55161f1078b1dcfb3cb631");
const SERVER_PUBLIC = bytes("bdf099909923143ef0a5de0b3be3687bc5bd3cf5f9e6f901699cd870ec1ff824");
const SERIAL = bytes("00fa12345678");
const TAG = bytes("affe");

describe("vectors of AN159", () => {
  it("derives keys from passwords", async () => {
    expect((await deviceKey("trustme")).toString("hex")).toBe("e158e4012047bd6cc41aafbc5c04c1fc");
    expect((await userKey("secret")).toString("hex")).toBe("03fcedb66660251ec81a1a716901696a");
  });

  it("authenticates and encrypts a routing indication", () => {
    const plain = bytes("06100530 0011 2900bcd011590ade010081");
    const nonce = { sequence: 0xc0c1c2c3c4c5, serial: SERIAL, tag: TAG };
    expect(wrapFrame(BACKBONE, 0, nonce, plain).equals(ROUTING)).toBe(true);
    expect(unwrapFrame(BACKBONE, 0, frameOf(ROUTING))).toEqual({ ...nonce, plain });
    expect(
      cbcMac(BACKBONE, bytes("c0c1c2c3c4c500fa12345678affe0011"), bytes("0610095000370000"), plain).toString(
        "hex",
      ),
    ).toBe("bd0a294b952554b23539204c2271d26b");
  });

  it("exchanges keys and authenticates both sides of a session", async () => {
    const client = keyPairOf(CLIENT_KEY);
    expect(client.public.equals(CLIENT_PUBLIC)).toBe(true);
    expect(sessionKey(client, SERVER_PUBLIC)?.toString("hex")).toBe("289426c2912535ba98279a4d1843c487");
    const device = await deviceKey("trustme");
    const user = await userKey("secret");
    expect(responseMac(device, 1, CLIENT_PUBLIC, SERVER_PUBLIC).toString("hex")).toBe(
      "a922505aaa436163570bd5494c2df2a3",
    );
    expect(authenticateMac(user, 1, CLIENT_PUBLIC, SERVER_PUBLIC).toString("hex")).toBe(
      "1f1d59ea9f12a152e5d9727f08462cde",
    );
  });

  it("wraps the client's authentication", () => {
    const key = bytes("289426c2912535ba98279a4d1843c487");
    const plain = bytes("061009530018 00 01 1f1d59ea9f12a152e5d9727f08462cde");
    const wrapped = wrapFrame(key, 1, { sequence: 0, serial: SERIAL, tag: TAG }, plain);
    expect(wrapped.subarray(22, 46).toString("hex")).toBe("7915a4f36e6e4208d28b4a207d8f35c0d138c26a7b5e7169");
  });

  it("authenticates a timer", () => {
    // From the tests of XKNX, computed with this key.
    const key = bytes("0aa227b4fd7a32319ba9960ac036ce0e5c4507b5ae55161f1078b1dcfb3cb631").subarray(0, 16);
    const nonce = { sequence: 0, serial: SERIAL, tag: bytes("1234") };
    expect(readTimerNotify(key, frameOf(timerNotify(key, nonce)))).toEqual(nonce);
  });

  it("refuses every frame with one bit changed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 6 * 8, max: ROUTING.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(ROUTING);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(unwrapFrame(BACKBONE, 0, frameOf(changed))).toBeUndefined();
      }),
    );
  });

  it("refuses public keys of small order", () => {
    expect(sessionKey(keyPairOf(CLIENT_KEY), Buffer.alloc(32))).toBeUndefined();
  });

  it("keeps counter and code apart", () => {
    const both = ctr(BACKBONE, bytes("c0c1c2c3c4c500fa12345678affeff00"), Buffer.alloc(16), Buffer.alloc(17));
    expect(
      ctr(BACKBONE, bytes("c0c1c2c3c4c500fa12345678affeff00"), both.mac, both.payload).payload.equals(
        Buffer.alloc(17),
      ),
    ).toBe(true);
  });
});

describe("Data Secure (AN158)", () => {
  const fail = (error: unknown) => {
    throw error;
  };
  const memory = (state?: unknown) => {
    const kept: unknown[] = [state];
    return {
      kept,
      store: {
        read: () => Promise.resolve(kept.at(-1)),
        write: (next: unknown) => {
          kept.push(next);
          return Promise.resolve();
        },
      },
    };
  };
  const KEY = bytes("101112131415161718191a1b1c1d1e1f");

  async function secure(senders = new Map([[0x4009, 10]]), state?: unknown) {
    const clock = new ManualClock();
    const { kept, store } = memory(state);
    const sequences = new SequenceStore(store, clock, fail);
    await sequences.load(senders);
    return { data: new DataSecure(new Map([[0x0400, KEY]]), sequences), kept, clock, sequences };
  }
  const place = { source: 0x4009, target: 0x0400, format: 0 };
  function telegram(tpdu: Buffer, source = 0x4009, target = 0x0400) {
    const head = bytes("2900bce000000000");
    const frame = Buffer.concat([head.subarray(0, 8), Buffer.from([tpdu.length - 1]), tpdu]);
    frame.writeUInt16BE(source, 4);
    frame.writeUInt16BE(target, 6);
    const cemi = parseCemi(frame);
    if (!cemi) throw new Error("no telegram");
    return cemi;
  }
  const sealed = (sequence: number) => sealTpdu(KEY, sequence, place, bytes("0080 0c33"));

  it("agrees with a device's telegram and with XKNX (key of its SecureTest keyring)", () => {
    const key = bytes("dfdf23a59fbb40404091d1c162087e8b");
    const recorded = parseCemi(bytes("29003ce0400904001103f110002446cfef4ac085e7092ab062b44d"));
    expect(openTpdu(key, place, recorded?.tpdu ?? Buffer.alloc(0))).toEqual({
      sequence: 155_806_854_986,
      apdu: bytes("0040742929"),
    });
    const own = { source: 0x5001, target: 0x0400, format: 0 };
    expect(sealTpdu(key, 160_170_101_607, own, bytes("0000")).toString("hex")).toBe(
      "03f11000254ae1cb67cd184afe5744",
    );
    expect(sealTpdu(key, 160_170_101_607, own, bytes("0080ff0005")).toString("hex")).toBe(
      "03f11000254ae1cb67cd98e577b519be47bb",
    );
  });

  it("opens what a known sender sealed, once", async () => {
    const { data } = await secure();
    expect(data.open(telegram(sealed(11)))).toEqual({ tpdu: bytes("00800c33") });
    expect(data.open(telegram(sealed(11)))).toEqual({
      refused: "verschlüsseltes Telegramm mit verbrauchter Sequenznummer",
    });
    expect(data.open(telegram(sealed(12)))).toEqual({ tpdu: bytes("00800c33") });
  });

  it("refuses numbers from before the keyring and from before a restart", async () => {
    expect((await secure()).data.open(telegram(sealed(10)))).toHaveProperty("refused");
    const restarted = await secure(undefined, { next: 1, seen: { [0x4009]: 500 }, timer: 0 });
    expect(restarted.data.open(telegram(sealed(500)))).toHaveProperty("refused");
    expect(restarted.data.open(telegram(sealed(501)))).toHaveProperty("tpdu");
  });

  it("refuses strangers, other addresses, plain telegrams and every changed bit", async () => {
    const { data } = await secure();
    expect(data.open(telegram(sealed(11), 0x4008))).toEqual({
      refused: "verschlüsseltes Telegramm von einem Gerät, das der Keyring nicht nennt",
    });
    expect(data.open(telegram(sealed(11), 0x4009, 0x0401))).toHaveProperty("refused");
    expect(data.open(telegram(bytes("00800c33")))).toEqual({
      refused: "unverschlüsseltes Telegramm an eine gesicherte Gruppenadresse",
    });
    expect(data.open(telegram(bytes("00800c33"), 0x4009, 0x0401))).toHaveProperty("tpdu");
    fc.assert(
      fc.property(fc.integer({ min: 16, max: sealed(11).length * 8 - 1 }), (bit) => {
        const changed = sealed(11);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(data.open(telegram(changed))).toHaveProperty("refused");
      }),
    );
  });

  it("never uses a number twice, however it restarts", async () => {
    const used: number[] = [];
    let state: unknown;
    for (let run = 0; run < 5; run += 1) {
      const { kept, sequences } = await secure(new Map(), state);
      for (let i = 0; i < 2_500; i += 1) used.push(await sequences.next());
      // Killed: only what was stored is left, and the clock stands.
      state = kept.at(-1);
    }
    expect(new Set(used).size).toBe(used.length);
    expect(used).toEqual([...used].sort((a, b) => a - b));
  });

  it("waits for the store before a number is used", async () => {
    const clock = new ManualClock();
    let stored: () => void = () => undefined;
    const sequences = new SequenceStore(
      { read: () => Promise.resolve(undefined), write: () => new Promise((resolve) => (stored = resolve)) },
      clock,
      fail,
    );
    await sequences.load(new Map());
    let used = false;
    const first = sequences.next().then(() => (used = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(used).toBe(false);
    stored();
    await first;
  });

  it("goes on by the time alone while nothing can be stored, and stores again when it can", async () => {
    const clock = new ManualClock(Date.UTC(2026, 10, 21));
    const written: { next: number }[] = [];
    const told: unknown[] = [];
    let broken = false;
    const write = async (state: { next: number }) => {
      if (broken) throw new Error("EROFS");
      written.push(state);
    };
    const read = async () => written.at(-1);
    const sequences = new SequenceStore({ read, write }, clock, (error) => told.push(error));
    await sequences.load(new Map([[0x4009, 10]]));
    broken = true;
    // By the clock a restart might begin at this very number.
    await expect(sequences.next()).rejects.toThrow("EROFS");
    clock.advance(1_000);
    const used = [await sequences.next(), await sequences.next()];
    sequences.seen(0x4009, 11);
    clock.advance(60_000);
    sequences.keepTimer(1);
    await sequences.save();
    expect(told).toHaveLength(1);
    const after = new SequenceStore({ read, write }, clock, () => undefined);
    await after.load(new Map());
    clock.advance(1);
    expect(await after.next()).toBeGreaterThan(Math.max(...used));

    broken = false;
    const number = await sequences.next();
    expect(written.at(-1)?.next).toBeGreaterThan(number);
    clock.jump(-3_600_000);
    // Set back, the time is no help; what is stored is.
    expect(await sequences.next()).toBe(number + 1);
    broken = true;
    await sequences.save();
    expect(await sequences.next()).toBe(number + 2);
    expect(told).toHaveLength(2);
  });
});
