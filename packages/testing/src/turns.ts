/** How many turns of the event loop others get while `work` runs: 0 where it never lets go of the thread. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const next = () => {
    turns += 1;
    if (!over) setImmediate(next);
  };
  setImmediate(next);
  await work();
  over = true;
  return turns;
}
