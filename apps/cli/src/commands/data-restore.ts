import { existsSync } from "node:fs";
import { dataLayout } from "@hubwart/core";
import { openStore } from "@hubwart/core/store";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { dataDir } from "../data-dir.ts";
import { texts } from "../texts.ts";

/** The last good copy of settings and change log, from the device's own shell. */
export const command: Command = {
  usage: "[--list]",
  summary: texts.dataRestore,
  async run(args, output) {
    const { values, positionals } = parseArguments(args, { list: { type: "boolean" } });
    if (positionals.length > 0) throw new UsageError(texts.noFurtherArguments);
    const layout = dataLayout(dataDir());
    if (!existsSync(layout.stateCopies)) {
      throw new UsageError(texts.noCopies(layout.root));
    }
    const store = openStore({ file: layout.stateDb, credentialFile: layout.credentialFile, now: Date.now });
    try {
      const copies = store.copies(layout.stateCopies);
      if (values.list) {
        for (const { at, bytes, name } of copies) {
          output.out(`${new Date(at).toISOString()}  ${Math.ceil(bytes / 1024)} kB  ${name}`);
        }
        return EXIT.ok;
      }
      const [newest] = copies;
      if (!newest) throw new UsageError(texts.noCopy);
      const settings = store.takeBack(layout.stateCopies, newest.name, Date.now());
      output.out(texts.restored(settings, new Date(newest.at).toISOString()));
      output.out(texts.restartNow);
      return EXIT.ok;
    } finally {
      store.close();
    }
  },
};
