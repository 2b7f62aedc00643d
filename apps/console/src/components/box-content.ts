/** What a card around holds: facts, or a table up to its edges. Not there on the page itself. */
import { createContext } from "react";

export const BoxContent = createContext<"facts" | "table" | undefined>(undefined);
