/** A spot in the daily log of a station. */
export interface LogRow {
  /** Id of its placement. */
  readonly id: string;
  /** `HH:MM` of its break. */
  readonly airs_at: string;
  readonly break: string;
  /** Code under which the automation plays the material; null: it has none yet. */
  readonly house_number: string | null;
  readonly title: string;
  readonly seconds: number;
  readonly status: string;
}

/** What became of a row since the issue before. */
export type LogChange = 'added' | 'removed' | 'moved' | 'changed';

export const logChangeLabels: Readonly<Record<LogChange, string>> = {
  added: 'Agregado',
  removed: 'Retirado',
  moved: 'Movido',
  changed: 'Otro material',
};

/** Places of rows of a break among the rows that both issues have there. */
const ranksOf = (rows: readonly LogRow[], both: ReadonlySet<string>): ReadonlyMap<string, number> => {
  const next = new Map<string, number>();
  return new Map(
    rows
      .filter(({ id, airs_at }) => both.has(`${airs_at} ${id}`))
      .map(({ id, airs_at }) => {
        const rank = next.get(airs_at) ?? 0;
        next.set(airs_at, rank + 1);
        return [id, rank] as const;
      }),
  );
};

/**
 * What differs between two issues of a daily log, in the order of the newer one; what was removed comes last. A row that
 * only moved up or down because of others is no change.
 *
 * @example logChanges(before, now) // [{ change: 'added', row }]
 */
export function logChanges(
  before: readonly LogRow[],
  now: readonly LogRow[],
): { readonly change: LogChange; readonly row: LogRow }[] {
  const old = new Map(before.map((row) => [row.id, row]));
  const fresh = new Set(now.map(({ id }) => id));
  const inBoth = new Set(
    now
      .filter(({ id, airs_at }) => old.get(id)?.airs_at === airs_at)
      .map(({ id, airs_at }) => `${airs_at} ${id}`),
  );
  const [ranks, oldRanks] = [ranksOf(now, inBoth), ranksOf(before, inBoth)];
  const found = now.flatMap((row): { change: LogChange; row: LogRow }[] => {
    const was = old.get(row.id);
    if (!was) return [{ change: 'added', row }];
    if (was.airs_at !== row.airs_at || was.break !== row.break || ranks.get(row.id) !== oldRanks.get(row.id))
      return [{ change: 'moved', row }];
    return was.house_number !== row.house_number || was.seconds !== row.seconds
      ? [{ change: 'changed', row }]
      : [];
  });
  return [
    ...found,
    ...before.filter(({ id }) => !fresh.has(id)).map((row) => ({ change: 'removed' as const, row })),
  ];
}

/** Widths of the columns of the text for automation. */
const widths = [8, 3, 20, 32, 4] as const;

const fixed = (text: string, width: number): string =>
  // One byte a character, as automations read it.
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, width)
    .padEnd(width);

/**
 * The log for an automation: a line for each spot with time, order in the break, code, title and seconds, each in columns
 * of 8, 3, 20, 32 and 4 characters; ASCII, lines end with CR LF.
 *
 * @example logText([{ airs_at: '19:10', house_number: 'ANT-1001', title: 'Cuña', seconds: 30, … }])
 */
export function logText(rows: readonly LogRow[]): string {
  const orders = new Map<string, number>();
  return rows
    .map(({ airs_at, break: name, house_number, title, seconds }) => {
      const key = `${airs_at} ${name}`;
      const order = (orders.get(key) ?? 0) + 1;
      orders.set(key, order);
      const cells = [
        `${airs_at}:00`,
        String(order).padStart(3, '0'),
        house_number ?? '',
        title,
        String(seconds).padStart(4, '0'),
      ];
      return `${cells.map((cell, index) => fixed(cell, widths[index] ?? 0)).join('')}\r\n`;
    })
    .join('');
}
