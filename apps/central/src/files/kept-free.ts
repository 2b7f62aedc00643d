/** Room on the disk that files of sites never take: a full one would stop the database too. */
import { diskRoom } from "@hubwart/core";

/** Share of the disk. */
const KEPT_FREE = 0.05;

/** As `diskRoom`; tests have disks of their own. */
export type Room = (folder: string) => Promise<{ total: number; free: number }>;

/** Whether the disk of this folder takes so many bytes more, and enough stays free. */
export async function takes(folder: string, bytes: number, room: Room = diskRoom): Promise<boolean> {
  const { free, total } = await room(folder);
  return free - bytes > total * KEPT_FREE;
}
