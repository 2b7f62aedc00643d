/** What the process that reads the files of sites does when it is asked. */
import { joinParquet, metadataOf, partsNamed, readParquet } from "@hubwart/stores/files";
import { problemInRecorded } from "@hubwart/stores/lake-check";
import { chartOf } from "./chart.ts";
import type { Answers, ChannelsTask, Checked, CheckTask, Task } from "./tasks.ts";

const ALL = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

export async function doTask(task: Task): Promise<Answers[Task["do"]]> {
  switch (task.do) {
    case "check":
      return await check(task);
    case "join":
      await joinParquet(task.files, task.target, task.parts);
      return null;
    case "chart":
      return await chartOf(task);
    case "channels":
      return await channelsIn(task);
  }
}

async function check({ file, name }: CheckTask): Promise<Checked> {
  const problem = await problemInRecorded(file, name);
  if (problem !== undefined) return { problem };
  return { parts: partsNamed(await metadataOf(file)) };
}

/** Names of channels, sorted. */
async function channelsIn({ files, most }: ChannelsTask): Promise<string[]> {
  const found = new Set<string>();
  for (const file of files) {
    // One that cannot be read takes the others' channels from nobody.
    const rows = await readParquet(file, ALL).catch(() => []);
    for (const { channel } of rows) if (found.size < most) found.add(channel);
  }
  return [...found].sort();
}
