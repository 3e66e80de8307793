import { divide, multiply, subtract } from '../../../money/arithmetic.ts';
import type { OrderLine } from '../order.ts';
import { numberOf } from './cell-texts.ts';
import type { CountedRow } from './counted-row.ts';
import { numbersOf } from './row-numbers.ts';
import type { TableBody } from './table-body.ts';

/** Checks subtotals between the days: each is that of the days since the one before, or of all before it. */
const checkSubtotals = ({ grid, context, of }: TableBody, { row, byColumn }: CountedRow): void => {
  let before = -1;
  for (const column of of('subtotal').toSorted((a, b) => a - b)) {
    const written = numberOf(grid.own(row, column));
    const sum = (from: number): number =>
      [...byColumn].filter(([at]) => at > from && at < column).reduce((total, [, units]) => total + units, 0);
    if (written !== null && written !== sum(before) && written !== sum(-1) && written < 10_000)
      context.doubt(row, column, `El subtotal dice ${written} y los días suman ${sum(before)}.`);
    before = column;
  }
};

/** Checks the units of a row against its amount, with or without its discount. */
const checkAmount = ({ of, context }: TableBody, { row, line, sum }: CountedRow, amount: string): void => {
  const { price, discount_pct } = line;
  if (price === null || !(Number(price) > 0)) return;
  const gross = divide(amount, price, 2);
  const share = discount_pct === null ? null : subtract('100', discount_pct);
  const net = share === null || Number(share) <= 0 ? gross : divide(multiply(gross, '100'), share, 2);
  const whole = [gross, net]
    .filter((count) => /\.00$/.test(count) && Number(count) > 0)
    .map((count) => Number(count));
  if (whole.length > 0 && !whole.includes(sum))
    context.doubt(
      row,
      of('amount')[0] ?? null,
      `El valor de la fila es el de ${whole[0]} y los días suman ${sum}.`,
    );
};

/** The column of the totals of the rows: of those that may be it, the one that matches the most rows. */
const totalColumnOf = (
  { grid, columns, isAcross }: TableBody,
  counted: readonly CountedRow[],
): number | undefined => {
  const totalAt = (row: number, column: number): number | null => numberOf(grid.own(row, column));
  const matches = (column: number): number =>
    counted.filter(({ row, sum, others }) => [sum, ...others].includes(totalAt(row, column) ?? -1)).length;
  const [best] = columns
    .filter(({ meaning }) => meaning === 'units')
    .map(({ column, title }) => ({ column, title: title ?? '', count: matches(column) }))
    .toSorted((a, b) => b.count - a.count);
  if (best === undefined || !isAcross) return undefined;
  // A column named only «Total» may be money.
  const isMoney =
    best.count * 2 < counted.length &&
    /^\s*total(es)?\s*$/i.test(best.title) &&
    counted.filter(
      ({ row }) =>
        (totalAt(row, best.column) ?? 0) >= 500 || !Number.isInteger(totalAt(row, best.column) ?? 0.5),
    ).length *
      2 >=
      counted.length;
  return isMoney ? undefined : best.column;
};

/** Checks the units of the rows against their totals, and settles what a total proves. */
export const checkRows = (body: TableBody, counted: readonly CountedRow[]): readonly OrderLine[] => {
  const { grid, context, isAcross } = body;
  const totalColumn = totalColumnOf(body, counted);
  const amounts = numbersOf(body, 'amount');
  return counted.map((one): OrderLine => {
    const { row, line, sum, soft, seconds } = one;
    const total = totalColumn === undefined ? null : numberOf(grid.own(row, totalColumn));
    const cells = one.others.at(-1) ?? 0;
    const rows = [{ sheet: context.sheet, row }];
    const isProved = total !== null && total === sum;
    const named = seconds !== null && seconds < 0 ? -seconds : null;
    // 30 in every cell are spots of 30 s, not 30 spots.
    if (
      isAcross &&
      seconds !== null &&
      seconds > 0 &&
      !isProved &&
      (total === cells || line.duration_sec === null || line.duration_sec === seconds)
    ) {
      if (total !== cells)
        context.doubt(row, null, `Las celdas dicen ${seconds}: se entendió una de ${seconds} s en cada día.`);
      const units = Object.fromEntries(Object.keys(line.units).map((day) => [day, 1]));
      return { ...line, duration_sec: line.duration_sec ?? seconds, units, rows };
    }
    if (!isProved) for (const doubt of soft) context.doubt(doubt.row, doubt.column, doubt.text);
    if (named !== null && line.duration_sec !== null && named !== line.duration_sec)
      context.doubt(row, null, `Las celdas dicen ${named} s y la fila ${line.duration_sec} s.`);
    if (total !== null && !isProved && !one.others.slice(0, -1).includes(total))
      context.doubt(row, totalColumn ?? null, `El total de la fila dice ${total} y los días suman ${sum}.`);
    const amount = amounts.get(row);
    if (total === null && isAcross && amount !== undefined) checkAmount(body, one, amount);
    checkSubtotals(body, one);
    return { ...line, duration_sec: line.duration_sec ?? named, rows };
  });
};
