import type { ReactElement } from 'react';
import { paintOf } from './chart-data.ts';

/** What is drawn over the colour of a series, so that users who do not see the colour distinguish it. */
const strokes = [
  '',
  'M0 8 L8 0 M-2 2 L2 -2 M6 10 L10 6',
  'M0 4 H8',
  'M0 0 L8 8 M6 -2 L10 2 M-2 6 L2 10',
  'M4 0 V8',
  'M0 4 H8 M4 0 V8',
] as const;

const idOf = (id: string, place: number): string => `${id}-p${place}`;

/** The `fill` of a series. */
export const patternFill = (id: string, place: number): string => `url(#${idOf(id, place)})`;

/** Definitions of the fills of so many series. */
export function Patterns({ id, count }: { id: string; count: number }): ReactElement {
  return (
    <defs>
      {Array.from({ length: count }, (_, place) => place).map((place) => (
        <pattern height="8" id={idOf(id, place)} key={place} patternUnits="userSpaceOnUse" width="8">
          <rect data-solid height="8" style={{ fill: paintOf(place) }} width="8" />
          <path d={strokes[place % strokes.length]} data-pattern />
        </pattern>
      ))}
    </defs>
  );
}
