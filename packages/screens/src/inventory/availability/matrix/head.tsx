import type { Bucket, BucketSize } from '@pauta/domain/inventory/capacity/buckets.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { ReactElement } from 'react';

const initials = ['L', 'M', 'X', 'J', 'V', 'S', 'D'];

const named = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('es', { ...options, timeZone: 'UTC' });
  return (day: string): string => format.format(new Date(`${day}T00:00:00Z`));
};
const monthOfYear = named({ month: 'long', year: 'numeric' });
const shortMonth = named({ month: 'short' });

/** What the first line of the head groups the columns by. */
const groupOf = (by: BucketSize, { from }: Bucket): string =>
  by === 'month' ? from.slice(0, 4) : monthOfYear(from);

/** The heads of the columns: months over days and weeks, years over months. */
export function MatrixHead({
  buckets,
  by,
  today,
}: {
  readonly buckets: readonly Bucket[];
  readonly by: BucketSize;
  readonly today: number;
}): ReactElement {
  let at = 0;
  const groups = [...Map.groupBy(buckets, (bucket) => groupOf(by, bucket))].map(([label, { length }]) => {
    const first = at;
    at += length;
    return { label, length, first };
  });
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td />
        {groups.map(({ label, length, first }) => (
          <th
            aria-colindex={first + 2}
            colSpan={length}
            key={label}
            scope="colgroup"
            style={{ '--span': length } as Record<string, number>}
          >
            <span>{label}</span>
          </th>
        ))}
      </tr>
      <tr aria-rowindex={2}>
        <th scope="col">Espacio</th>
        {buckets.map(({ from, to, days }, place) => {
          const weekday = Number(days[0]?.weekday);
          return (
            <th
              aria-colindex={place + 2}
              aria-current={place === today ? 'date' : undefined}
              data-today={place === today || undefined}
              data-weekend={(by === 'day' && weekday > 5) || undefined}
              key={from}
              scope="col"
              title={
                from === to ? formatCivilDate(from) : `${formatCivilDate(from)} – ${formatCivilDate(to)}`
              }
            >
              {by === 'month' ? (
                shortMonth(from)
              ) : by === 'week' ? (
                `${from.slice(8)}–${to.slice(8)}`
              ) : (
                <>
                  {initials[weekday - 1]}
                  <br />
                  {from.slice(8)}
                </>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
