/** Hands over what came since the last painted frame in one go, in the order of coming. */
export function perFrame<T>(handle: (items: T[]) => void): {
  add: (items: readonly T[]) => void;
  end: () => void;
} {
  let waiting: T[] = [];
  let frame: number | undefined;
  return {
    add: (items) => {
      waiting.push(...items);
      frame ??= requestAnimationFrame(() => {
        const all = waiting;
        waiting = [];
        frame = undefined;
        handle(all);
      });
    },
    end: () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
