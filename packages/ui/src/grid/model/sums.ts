import { fold } from '@pauta/domain/text/fold.ts';
import { type GridColumn, type GridRow, isNumeric, valueIn } from './grid-types.ts';

/** An amount in units of its last decimal. @example unitsOf('12.50') // 1250n */
const unitsOf = (text: string): bigint => BigInt(text.replace('.', ''));

/** The inverse of {@link unitsOf}. @example textOf(-5n, 2) // '-0.05' */
function textOf(units: bigint, scale: number): string {
  const digits = `${units < 0n ? -units : units}`.padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
}

/** Units by column, for rows that have not changed since: thousands of rows are summed at each change of one. */
const cached = new WeakMap<GridRow, Map<string, bigint>>();

const unitsOfRow = (row: GridRow): Map<string, bigint> => {
  let own = cached.get(row);
  if (!own) {
    own = new Map();
    cached.set(row, own);
  }
  return own;
};

function unitsIn(own: Map<string, bigint>, { values }: GridRow, { name, of = [name] }: GridColumn): bigint {
  let units = own.get(name);
  if (units === undefined) {
    units = 0n;
    for (const one of of) units += unitsOf(values[one] || '0');
    own.set(name, units);
  }
  return units;
}

/** The value of any cell; that of a `sum` is calculated. Summed columns have the decimals of the sum. */
export const cellValue = (row: GridRow, column: GridColumn): string =>
  column.kind === 'sum' && row.isSubtotal !== true
    ? textOf(unitsIn(unitsOfRow(row), row, column), column.scale ?? 2)
    : valueIn(row, column);

/** The sums of the numeric columns over rows without their subtotals, by column. */
export function totalsOf(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
): Readonly<Record<string, string>> {
  const sums = columns.filter(isNumeric).map((column) => ({ column, units: 0n }));
  for (const row of rows) {
    if (row.isSubtotal === true) continue;
    const own = unitsOfRow(row);
    for (const one of sums) one.units += unitsIn(own, row, one.column);
  }
  return Object.fromEntries(sums.map(({ column, units }) => [column.name, textOf(units, column.scale ?? 2)]));
}

/**
 * The rows in groups by the value of a column, each followed by its subtotal. Groups are ordered by name, the one
 * without a value last; rows keep their order.
 *
 * @param nameOf name of a group by its value
 */
export function withSubtotals(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  by: string,
  nameOf: (value: string) => string,
): readonly GridRow[] {
  const groups = [...Map.groupBy(rows, (row) => row.values[by] ?? '')].map(
    ([value, own]) => ({ value, own, name: value === '' ? 'Sin asignar' : nameOf(value) }) as const,
  );
  groups.sort((a, b) =>
    a.value === '' ? 1 : b.value === '' ? -1 : fold(a.name).localeCompare(fold(b.name), 'es'),
  );
  const [first] = columns;
  return groups.flatMap(({ value, own, name }) => {
    const label = `Subtotal de ${name}`;
    const values = { ...totalsOf(own, columns), ...(first && { [first.name]: label }) };
    return [...own, { id: `subtotal ${value}`, label, values, isSubtotal: true }];
  });
}
