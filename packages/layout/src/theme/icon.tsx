import type { ReactElement } from 'react';

/** A decorative icon in the colour of the surrounding text. */
export function Icon({ outline, size = 20 }: { outline: string; size?: number }): ReactElement {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={1.5}
      viewBox="0 0 20 20"
      width={size}
    >
      <path d={outline} />
    </svg>
  );
}
