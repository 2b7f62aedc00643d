/** For what is reckoned anew at each turn and mostly says the same. */
import { replaceEqualDeep } from "@tanstack/react-query";
import { useState } from "react";

/** The object of before, or the parts of it that say the same. */
export function useSame<T>(now: T): T {
  const [kept, keep] = useState(now);
  const same = replaceEqualDeep(kept, now);
  if (same !== kept) keep(same);
  return same;
}
