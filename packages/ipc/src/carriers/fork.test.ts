import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { forkCarrier, type IpcEnd } from "./fork.ts";

class End extends EventEmitter implements IpcEnd {
  connected = true;
  readonly sent: unknown[] = [];
  send(message: unknown): boolean {
    this.sent.push(message);
    return true;
  }
  disconnect(): void {
    this.connected = false;
    this.emit("disconnect");
  }
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("forkCarrier", () => {
  it("sends what may wait together with what follows, in order", async () => {
    const end = new End();
    const carrier = forkCarrier<object, object>(end);
    carrier.send({ a: 1 });
    carrier.send({ a: 2 }, "soon");
    carrier.send({ a: 3 }, "soon");
    expect(end.sent).toEqual([{ a: 1 }]);
    carrier.send({ a: 4 });
    carrier.send({ a: 5 }, "soon");
    await soon();
    expect(end.sent).toEqual([{ a: 1 }, [{ a: 2 }, { a: 3 }, { a: 4 }], { a: 5 }]);
  });

  it("sends what waits before it closes, and nothing after", async () => {
    const end = new End();
    const carrier = forkCarrier<object, object>(end);
    carrier.send({ a: 1 }, "soon");
    carrier.close();
    carrier.send({ a: 2 }, "soon");
    await soon();
    expect(end.sent).toEqual([{ a: 1 }]);
  });

  it("hands lists over one by one, to the handler of that moment", () => {
    const end = new End();
    const carrier = forkCarrier<object, { a: number }>(end);
    const seen: string[] = [];
    carrier.onMessage(({ a }) => {
      seen.push(`first ${a}`);
      carrier.onMessage((message) => seen.push(`second ${message.a}`));
    });
    end.emit("message", [{ a: 1 }, { a: 2 }]);
    end.emit("message", { a: 3 });
    expect(seen).toEqual(["first 1", "second 2", "second 3"]);
  });
});
