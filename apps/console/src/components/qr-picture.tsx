/** A text as a QR code, dark on white in every theme, as readers want it. */
import { useMemo } from "react";
import { qrCode } from "../lib/qr.ts";

/** Modules of white around it (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/** @param width in px */
export function QrPicture({ text, label, width = 220 }: { text: string; label: string; width?: number }) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  const whole = size + 2 * QUIET;
  return (
    <figure aria-label={label}>
      <svg
        aria-hidden
        width={width}
        height={width}
        viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
        shapeRendering="crispEdges"
      >
        <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </figure>
  );
}

function drawn(text: string): { path: string; size: number } {
  const { dark, size } = qrCode(text);
  let path = "";
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (dark(x, y)) path += `M${x} ${y}h1v1h-1z`;
  return { path, size };
}
