/** What `lib/announce.ts` is told is spoken here. Stays in the page from its start, whatever else comes and goes. */
import { useSpoken } from "../lib/announce.ts";

export function LiveRegion() {
  const { text, turn } = useSpoken();
  return (
    <output className="hw-visually-hidden">
      <span key={turn}>{text}</span>
    </output>
  );
}
