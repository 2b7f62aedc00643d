import { rm } from "node:fs/promises";
import { startProcess } from "./process.ts";

/** A web server that keeps all it has in `folder`, which goes with it. */
export async function startWebPeer(
  folder: string,
  port: number,
  [file = "", ...args]: string[],
  ready: RegExp,
) {
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const web = await startProcess(file, args, { ready });
    return {
      url: `http://127.0.0.1:${port}`,
      output: () => web.output(),
      async stop(): Promise<void> {
        await web.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
