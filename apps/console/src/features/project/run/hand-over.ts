/** Takes a file that was found valid from the page that checked it to the one that uploads it. */
let waiting: File | undefined;

export const handOver = {
  get file(): File | undefined {
    return waiting;
  },
  give(file: File): void {
    waiting = file;
  },
  /** The file has been taken. */
  clear(): void {
    waiting = undefined;
  },
};
