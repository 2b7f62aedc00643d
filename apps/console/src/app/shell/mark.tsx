/** The product's sign: a hub with its spokes. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="7" fill="#0b5f70" />
      <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round">
        <circle cx="16" cy="16" r="4" />
        <path d="M16 12V6M16 26v-6M12.5 18 7.4 21M24.6 11l-5.1 3M12.5 14 7.4 11M24.6 21l-5.1-3" />
      </g>
    </svg>
  );
}
