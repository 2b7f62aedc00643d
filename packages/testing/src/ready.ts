import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Address at which a started process answers. Beside it the process says again and again that it lives. */
export async function ready(child: ChildProcess): Promise<string> {
  const gone = once(child, "exit").then(() => {
    throw new Error("it ended before it was ready");
  });
  const said = new Promise<string>((resolve) =>
    child.on("message", (message: { t: string; address: string }) => {
      if (message.t === "ready") resolve(message.address);
    }),
  );
  const address = await Promise.race([said, gone]);
  gone.catch(() => undefined);
  return address;
}
