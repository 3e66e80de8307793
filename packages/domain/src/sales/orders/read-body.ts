import { civilDays } from '../../calendar/civil-days.ts';
import { readWrittenWeekdays } from '../../calendar/written-weekdays.ts';
import { divide, multiply, subtract } from '../../money/arithmetic.ts';
import type { Cell } from '../../resource/import/cell.ts';
import { fold } from '../../text/fold.ts';
import { type ColumnMeaning, isTitle } from './column-meanings.ts';
import type { DayColumn } from './day-axis.ts';
import type { Grid } from './grid.ts';
import { factDuration } from './header-facts.ts';
import type { OrderLine } from './order.ts';
import { decimalsOf, durationIn, isUsualDuration, readDuration, readUnits } from './read-cell.ts';
import type { OrderTable, TableContext } from './read-sheet.ts';
import { readDaysIn, type UsualDays, weekdayOf } from './written-dates.ts';

/** A column of the body that is not a day. */
export interface BodyColumn {
  readonly column: number;
  readonly meaning: ColumnMeaning | 'subtotal';
  readonly title?: string;
}

interface Doubt {
  readonly row: number | null;
  readonly column: number | null;
  readonly text: string;
}

/** A row that asks for units. */
interface CountedRow {
  readonly row: number;
  readonly line: Omit<OrderLine, 'rows'>;
  /** Units of the row as its total counts them. */
  readonly sum: number;
  /** Another count that the total may have: of one week, of the cells. */
  readonly others: readonly number[];
  /** Doubts that a total equal to the sum settles. */
  readonly soft: readonly Doubt[];
  /** Units by column of the days. */
  readonly byColumn: ReadonlyMap<number, number>;
  /** Every cell of a day has the same usual duration: they may be durations instead of counts. */
  readonly seconds: number | null;
}

const textOf = (cell: Cell): string =>
  cell === null || typeof cell === 'boolean' ? '' : String(cell).replace(/\s+/g, ' ').trim();
const numberOf = (cell: Cell): number | null => {
  if (typeof cell === 'number') return cell;
  const text = textOf(cell).replace(/[,\s]/g, '');
  return /^\d+(\.0+)?$/.test(text) ? Number(text) : null;
};
const isTotal = (text: string): boolean =>
  /^[stg]/i.test(text) &&
  /^(?:sub ?-?total|gran total|total|totales|suma|sumas|tot)\b/.test(fold(text).replace(/[.:]/g, ' ').trim());
const isMoneyTotal = (text: string): boolean =>
  /inversion|valor|monto|neto|bruto|seg|itbis|iva|pagar|rd\$|us\$|\$|importe|costo/.test(fold(text));
const isBonusText = (text: string): boolean =>
  /^(?:cunas? |spots? )?(?:bonific|bonus\b|bonif\b|cortesia|sin cargo|obsequio)/.test(fold(text));
const looksLikeStation = (text: string): boolean =>
  /\b(?:fm|am|tv|canal|radio|emisora|television|medio)\b|\d\.\d/.test(fold(text));
const usualWeek = [1, 2, 3, 4, 5, 6, 7] as const;

/** Gives every day its part; the first days take what does not divide. */
const spread = (units: number, days: readonly string[]): readonly (readonly [string, number])[] => {
  const [each, rest] = [Math.floor(units / days.length), units % days.length];
  return days.map((day, index) => [day, each + (index < rest ? 1 : 0)]);
};

/** Longer texts name no programme, and comparing them with spaces takes long. */
const longestText = 160;

/** Reads the rows of a table. */
export function readBody(
  grid: Grid,
  table: OrderTable,
  { columns, context }: { readonly columns: readonly BodyColumn[]; readonly context: TableContext },
): readonly OrderLine[] {
  const dayColumns = table.axis?.columns ?? [];
  const isDay = new Set(dayColumns.map(({ column }) => column));
  const of = (...meanings: BodyColumn['meaning'][]): readonly number[] =>
    columns.filter(({ meaning }) => meanings.includes(meaning)).map(({ column }) => column);
  const besideDays = Array.from({ length: grid.width }, (_, column) => column).filter(
    (column) => !isDay.has(column),
  );
  const textAt = (row: number, meaning: ColumnMeaning, joint = ' '): string =>
    of(meaning)
      .map((column) => textOf(grid.seen(row, column)))
      .filter((text) => text !== '')
      .join(joint)
      .slice(0, longestText);
  const rows = Array.from(
    { length: Math.max(0, table.end - table.bottom - 1) },
    (_, index) => table.bottom + 1 + index,
  );
  const numbersOf = (meaning: ColumnMeaning): ReadonlyMap<number, string> => {
    const [column] = of(meaning);
    if (column === undefined) return new Map();
    const cells = rows.map((row) => grid.seen(row, column));
    const read = decimalsOf(cells);
    return new Map(
      rows.flatMap((row, index): [number, string][] => {
        const value = read[index];
        if (value === null || value === undefined) return [];
        const cell = cells[index];
        // A spreadsheet keeps 15 % as 0.15.
        return [
          [
            row,
            meaning === 'discount' && typeof cell === 'number' && cell <= 1 ? multiply(value, '100') : value,
          ],
        ];
      }),
    );
  };
  const [prices, discounts, amounts] = [numbersOf('price'), numbersOf('discount'), numbersOf('amount')];
  const dateTexts = rows.flatMap((row) =>
    of('from', 'to', 'dates').map((column) => textOf(grid.own(row, column))),
  );
  const usual: UsualDays = {
    today: context.today,
    month: context.month,
    year: context.year,
    // `11/28/2026` in one row tells how all are written.
    isMonthFirst: dateTexts.some((text) =>
      /^\D*(?:0?[1-9]|1[0-2])[/.-](?:1[3-9]|2\d|3[01])[/.-]\d/.test(text),
    ),
  };
  const daysAt = (cell: Cell): ReturnType<typeof readDaysIn> => {
    if (typeof cell === 'number' && cell > 40_000 && cell < 60_000)
      return {
        days: [new Date(Date.UTC(1899, 11, 30) + Math.floor(cell) * 86_400_000).toISOString().slice(0, 10)],
        isRange: false,
        hasYear: true,
      };
    const text = textOf(cell);
    return text === '' ? null : readDaysIn(text, usual);
  };
  const doubtYear = (hasYear: boolean, days: readonly string[]): void => {
    if (!hasYear && days[0])
      context.doubt(null, null, `El año no está escrito: se entendió ${days[0].slice(0, 4)}.`);
  };

  /** The days of the flight of a row, and whether the row writes it. */
  const flightOf = (
    row: number,
  ): { readonly days: readonly string[]; readonly isOwn: boolean; readonly isList: boolean } | null => {
    const [from, to] = [of('from')[0], of('to')[0]].map((column) =>
      column === undefined ? null : daysAt(grid.seen(row, column)),
    );
    const [first] = from?.days ?? [];
    const last = to?.days.at(-1) ?? (from?.isRange ? from.days.at(-1) : undefined);
    if (first && last) {
      doubtYear(Boolean(from?.hasYear && (to?.hasYear ?? true)), [first]);
      if (first <= last) return { days: civilDays(first, last).slice(0, 732), isOwn: true, isList: false };
      context.doubt(row, of('to')[0] ?? null, 'La fecha final es anterior a la inicial.');
      return null;
    }
    for (const column of of('dates')) {
      const found = daysAt(grid.seen(row, column));
      if (!found) continue;
      doubtYear(found.hasYear, found.days);
      return { days: found.days, isOwn: true, isList: !found.isRange };
    }
    if (first) {
      doubtYear(Boolean(from?.hasYear), [first]);
      context.doubt(row, of('from')[0] ?? null, 'No tiene fecha final: se entendió un solo día.');
      return { days: [first], isOwn: true, isList: true };
    }
    return context.flight ? { days: context.flight.days, isOwn: false, isList: false } : null;
  };

  let station = '';
  let programme = '';
  let section = '';
  let sectionDuration: number | null = null;
  let isBonusSection = false;

  const describe = (
    row: number,
  ): { readonly line: Omit<OrderLine, 'rows' | 'units'>; readonly soft: readonly Doubt[] } => {
    const soft: Doubt[] = [];
    const ownStation = textAt(row, 'station');
    if (ownStation !== '') station = ownStation;
    const ownProgramme = textAt(row, 'programme');
    if (ownProgramme !== '') programme = ownProgramme;
    else if (of('programme').length > 0 && programme !== '')
      context.doubt(
        row,
        of('programme')[0] ?? null,
        `No dice el programa: se tomó el de arriba, «${programme}».`,
      );
    const [durationColumn] = of('duration');
    const written = durationColumn === undefined ? null : grid.seen(row, durationColumn);
    const seconds = readDuration(written);
    if (written !== null && seconds === null)
      context.doubt(row, durationColumn ?? null, `«${textOf(written)}» no es una duración.`);
    const hasStationColumn = of('station').length > 0;
    const texts = columns.map(({ column }) => textOf(grid.seen(row, column)));
    if (programme === '' && station === '' && section === '' && textAt(row, 'time') === '')
      context.doubt(row, null, 'La fila no dice el programa ni la emisora.');
    return {
      soft,
      line: {
        programme: programme || context.facts.programme || '',
        station: station || (hasStationColumn ? '' : section) || context.facts.station || '',
        time: textAt(row, 'time', ' - '),
        duration_sec: seconds ?? durationIn(ownProgramme) ?? sectionDuration ?? factDuration(context.facts),
        price: prices.get(row) ?? null,
        discount_pct: discounts.get(row) ?? null,
        isBonus: isBonusSection || texts.some(isBonusText),
      },
    };
  };

  /** Units of the columns of days. */
  const countAcross = (
    row: number,
    among: readonly DayColumn[] = dayColumns,
  ): Pick<CountedRow, 'sum' | 'others' | 'soft' | 'byColumn' | 'seconds'> & {
    readonly units: OrderLine['units'];
    readonly hard: readonly Doubt[];
  } => {
    const units: Record<string, number> = {};
    const byColumn = new Map<number, number>();
    const [soft, hard]: [Doubt[], Doubt[]] = [[], []];
    const add = (day: string, count: number): void => {
      if (count > 0) units[day] = (units[day] ?? 0) + count;
    };
    let [sum, week, cells] = [0, 0, 0];
    const values: number[] = [];
    let named: number | null = null;
    const weekdayFlight = dayColumns.some(({ weekday }) => weekday !== undefined) ? flightOf(row) : null;
    const rowDays = textAt(row, 'days') === '' ? null : readWrittenWeekdays(textAt(row, 'days'));
    for (const { column, days, weekday } of among) {
      const cell = grid.own(row, column);
      if (cell === null || cell === 0) continue;
      const read = readUnits(cell);
      if (read.units === 0 && read.doubt === undefined) continue;
      const merge = grid.merge(row, column);
      const here = { row, column };
      if (read.doubt !== undefined) (read.units > 0 ? soft : hard).push({ ...here, text: read.doubt });
      if (read.units === 0) continue;
      cells += 1;
      if (typeof numberOf(cell) === 'number') values.push(read.units);
      else values.push(0);
      named ??= read.seconds ?? null;
      if (merge && merge.rows > 1)
        hard.push({ ...here, text: 'La celda abarca varias filas: se contó en la primera.' });
      const wide =
        merge && merge.columns > 1
          ? dayColumns.filter(
              (one) =>
                one.column >= column && one.column < merge.column + merge.columns && one.days.length === 1,
            )
          : [];
      if (wide.length > 1) {
        const each =
          numberOf(cell) === null
            ? read.units
            : read.units % wide.length === 0
              ? read.units / wide.length
              : null;
        soft.push({
          ...here,
          text:
            each === null
              ? 'La celda abarca varios días: se contó en el primero.'
              : `La celda abarca ${wide.length} días: se entendió ${each} en cada uno.`,
        });
        for (const one of each === null ? wide.slice(0, 1) : wide) {
          const count = each ?? read.units;
          byColumn.set(one.column, count);
          sum += count;
          for (const day of one.days) add(day, count);
        }
        continue;
      }
      byColumn.set(column, read.units);
      if (weekday !== undefined) {
        const flight = weekdayFlight?.days.filter((day) => weekdayOf(day) === weekday) ?? [];
        if (!weekdayFlight) hard.push({ ...here, text: 'No se encontró desde cuándo y hasta cuándo.' });
        for (const day of flight) add(day, read.units);
        sum += read.units * flight.length;
        week += read.units;
        continue;
      }
      sum += read.units;
      if (days.length === 0)
        hard.push({ ...here, text: 'No se encontró la fecha de esta columna: no se contó.' });
      if (days.length <= 1) for (const day of days) add(day, read.units);
      else {
        const possible = days.filter((day) => (rowDays ?? usualWeek).includes(weekdayOf(day)));
        const over = possible.length > 0 ? possible : days;
        for (const [day, count] of spread(read.units, over)) add(day, count);
        hard.push({
          ...here,
          text: `Las ${read.units} cuñas de la semana se repartieron en ${over.length} días.`,
        });
      }
    }
    const [value] = values;
    const isSame =
      value !== undefined &&
      values.length > 0 &&
      values.every((one) => one === value) &&
      isUsualDuration(value) &&
      value >= 10;
    return {
      units,
      byColumn,
      soft,
      hard,
      sum,
      others: [week, cells].filter((one) => one > 0),
      seconds: isSame ? value : named === null ? null : -named,
    };
  };

  /** Units of a row with its flight in columns. */
  const countDown = (
    row: number,
  ): {
    readonly units: ReadonlyMap<string, number>;
    readonly hard: readonly Doubt[];
    readonly isFound: boolean;
  } => {
    const hard: Doubt[] = [];
    const [perColumn, totalColumn, daysColumn] = [of('per_day')[0], of('units')[0], of('days')[0]];
    const countIn = (column: number | undefined): number | null => {
      if (column === undefined) return null;
      const cell = grid.own(row, column);
      const number = numberOf(cell);
      if (number !== null) return number;
      const { units, doubt } = readUnits(cell);
      if (doubt !== undefined) hard.push({ row, column, text: doubt });
      return units > 0 ? units : null;
    };
    const [perDay, total] = [countIn(perColumn), countIn(totalColumn)];
    if (perDay === null && total === null) {
      const isAsked = textAt(row, 'programme') !== '' && flightOf(row)?.isOwn === true;
      return {
        units: new Map(),
        hard: isAsked
          ? [{ row, column: perColumn ?? totalColumn ?? null, text: 'No dice cuántas cuñas.' }]
          : [],
        isFound: isAsked,
      };
    }
    const flight = flightOf(row);
    if (!flight)
      return {
        units: new Map(),
        hard: [
          ...hard,
          {
            row,
            column: of('dates', 'from')[0] ?? null,
            text: 'No se encontró desde cuándo y hasta cuándo.',
          },
        ],
        isFound: true,
      };
    const daysCell = daysColumn === undefined ? null : grid.seen(row, daysColumn);
    const dayCount = numberOf(daysCell);
    const weekdays = dayCount === null ? readWrittenWeekdays(textOf(daysCell)) : null;
    if (daysCell !== null && dayCount === null && weekdays === null && !readDaysIn(textOf(daysCell), usual))
      hard.push({
        row,
        column: daysColumn ?? null,
        text: `«${textOf(daysCell)}» no dice qué días: se tomaron todos.`,
      });
    const listed =
      daysCell !== null && dayCount === null && weekdays === null
        ? readDaysIn(textOf(daysCell), usual)
        : null;
    const days = listed
      ? listed.days
      : flight.days.filter((day) => (weekdays ?? usualWeek).includes(weekdayOf(day)));
    if (days.length === 0)
      return {
        units: new Map(),
        hard: [
          ...hard,
          { row, column: daysColumn ?? null, text: 'Ninguno de esos días cae dentro del período.' },
        ],
        isFound: true,
      };
    if (days.length > 732)
      return {
        units: new Map(),
        hard: [...hard, { row, column: null, text: 'El período es demasiado largo: no se contó.' }],
        isFound: true,
      };
    if (dayCount !== null && dayCount !== days.length)
      hard.push({
        row,
        column: daysColumn ?? null,
        text: `La orden dice ${dayCount} días y el período tiene ${days.length}.`,
      });
    if (perDay !== null) {
      const found = perDay * days.length;
      if (total !== null && total !== found)
        hard.push({
          row,
          column: totalColumn ?? null,
          text: `El total de la fila dice ${total} y los días suman ${found}.`,
        });
      if (total === null && !flight.isOwn)
        hard.push({ row, column: null, text: 'No dice sus fechas: se tomó el período de la orden.' });
      if (!Number.isInteger(perDay) || perDay > 100_000)
        return {
          units: new Map(),
          hard: [...hard, { row, column: perColumn ?? null, text: `«${perDay}» no es un número de cuñas.` }],
          isFound: true,
        };
      return { units: new Map(days.map((day) => [day, perDay])), hard, isFound: true };
    }
    const whole = total ?? 0;
    if (!Number.isInteger(whole) || whole < 0 || whole > 1_000_000)
      return {
        units: new Map(),
        hard: [...hard, { row, column: totalColumn ?? null, text: `«${whole}» no es un número de cuñas.` }],
        isFound: true,
      };
    if (days.length > 1)
      hard.push({
        row,
        column: totalColumn ?? null,
        text: `Las ${whole} cuñas se repartieron en ${days.length} días.`,
      });
    return { units: new Map(spread(whole, days).filter(([, count]) => count > 0)), hard, isFound: true };
  };

  const lengths = [...new Set(dayColumns.flatMap(({ seconds }) => seconds ?? []))];
  const counted: CountedRow[] = [];
  const totals: { readonly row: number; readonly label: string; readonly since: number }[] = [];
  for (const row of rows) {
    const beside = besideDays.flatMap((column) => {
      const cell = grid.own(row, column);
      return cell === null ? [] : [{ column, cell }];
    });
    const hasDays = dayColumns.some(({ column }) => grid.own(row, column) !== null);
    if (beside.length === 0 && !hasDays) continue;
    const label = beside.map(({ cell }) => textOf(cell)).find((text) => text !== '' && isTotal(text));
    const hasOwn = of('time', 'duration').some(
      (column) => textOf(grid.own(row, column)) !== '' && !isTotal(textOf(grid.own(row, column))),
    );
    if (label !== undefined && !hasOwn) {
      totals.push({ row, label, since: counted.length });
      continue;
    }
    const texts = beside.map(({ cell }) => textOf(cell)).filter((text) => text !== '');
    const isAlone = !hasDays && beside.length === 1 && typeof beside[0]?.cell === 'string';
    if (isAlone) {
      const [text = ''] = texts;
      const column = beside[0]?.column ?? 0;
      const isProgramme = of('programme').includes(column) && (grid.merge(row, column)?.columns ?? 1) < 2;
      if (isBonusText(text)) isBonusSection = true;
      else if (text.length <= 60 && !/^(?:nota|observ|aprob|firma|elabor)/.test(fold(text))) {
        sectionDuration = durationIn(text) ?? sectionDuration;
        if (/pagad|pauta regular/.test(fold(text))) isBonusSection = false;
        if (!isProgramme || looksLikeStation(text)) {
          section = text;
          station = '';
          isBonusSection = false;
          programme = '';
        }
      }
      if (isProgramme && !looksLikeStation(text)) programme = text;
      continue;
    }
    if (beside.filter(({ cell }) => typeof cell === 'string' && isTitle(cell)).length >= 3) continue;
    if (table.axis) {
      const { units, hard, ...count } = countAcross(row);
      const hasTexts = columns.some(
        ({ column, meaning }) =>
          meaning !== 'subtotal' && meaning !== 'ignored' && typeof grid.seen(row, column) === 'string',
      );
      if (count.sum === 0) {
        const written = columns.some(
          ({ column, meaning }) => meaning === 'units' && (numberOf(grid.own(row, column)) ?? 0) > 0,
        );
        if (textAt(row, 'programme') !== '') {
          programme = textAt(row, 'programme');
          const ownStation = textAt(row, 'station');
          if (ownStation !== '') station = ownStation;
          if (written) context.doubt(row, of('units')[0] ?? null, 'Tiene un total y ningún día con cuñas.');
          for (const one of hard) context.doubt(one.row, one.column, one.text);
        }
        continue;
      }
      if (!hasTexts) {
        // Numbers without any text below the rows that they sum are a total.
        const since = totals.at(-1)?.since ?? 0;
        const sums = (from: number, column: number): number =>
          counted.slice(from).reduce((total, one) => total + (one.byColumn.get(column) ?? 0), 0);
        const isSum = (from: number): boolean =>
          dayColumns.every(({ column }) => sums(from, column) === (count.byColumn.get(column) ?? 0));
        if (counted.length > 1 && (isSum(since) || isSum(0))) {
          totals.push({ row, label: 'total', since: counted.length });
          continue;
        }
        context.doubt(row, null, 'La fila tiene cuñas y no dice el programa.');
      }
      const { line, soft } = describe(row);
      for (const one of hard) context.doubt(one.row, one.column, one.text);
      if (lengths.length > 0) {
        for (const seconds of lengths) {
          const part = countAcross(
            row,
            dayColumns.filter((one) => one.seconds === seconds),
          );
          if (part.sum === 0) continue;
          // The total of the row is that of all durations.
          const others = [count.sum, ...part.others];
          counted.push({ row, ...part, others, line: { ...line, units: part.units, duration_sec: seconds } });
        }
        continue;
      }
      counted.push({ row, ...count, soft: [...count.soft, ...soft], line: { ...line, units } });
    } else {
      const { units, hard, isFound } = countDown(row);
      if (!isFound) continue;
      if (units.size === 0 && textAt(row, 'programme') === '' && textAt(row, 'station') === '') continue;
      const { line, soft } = describe(row);
      for (const one of hard) context.doubt(one.row, one.column, one.text);
      const sum = [...units.values()].reduce((total, one) => total + one, 0);
      if (sum > 0)
        counted.push({
          row,
          sum,
          others: [],
          soft,
          byColumn: new Map(),
          seconds: null,
          line: { ...line, units: Object.fromEntries(units) },
        });
    }
  }

  const lines = checkRows(grid, counted, { columns, amounts, isAcross: table.axis !== null, context });
  checkColumns(grid, counted, { totals, dayColumns, context, totalColumns: of('units') });
  return lines;
}

/** Checks the units of the rows against their totals, and settles what a total proves. */
const checkRows = (
  grid: Grid,
  counted: readonly CountedRow[],
  {
    columns,
    amounts,
    isAcross,
    context,
  }: {
    readonly columns: readonly BodyColumn[];
    readonly amounts: ReadonlyMap<number, string>;
    readonly isAcross: boolean;
    readonly context: TableContext;
  },
): readonly OrderLine[] => {
  const totalAt = (row: number, column: number): number | null => numberOf(grid.own(row, column));
  const matches = (column: number): number =>
    counted.filter(({ row, sum, others }) => [sum, ...others].includes(totalAt(row, column) ?? -1)).length;
  const candidates = columns
    .filter(({ meaning }) => meaning === 'units')
    .map(({ column, title }) => ({ column, title: title ?? '', count: matches(column) }));
  const best = candidates.toSorted((a, b) => b.count - a.count)[0];
  // A column named only «Total» may be money.
  const isMoney =
    best !== undefined &&
    best.count * 2 < counted.length &&
    /^\s*total(es)?\s*$/i.test(best.title) &&
    counted.filter(
      ({ row }) =>
        (totalAt(row, best.column) ?? 0) >= 500 || !Number.isInteger(totalAt(row, best.column) ?? 0.5),
    ).length *
      2 >=
      counted.length;
  const totalColumn = best === undefined || isMoney || !isAcross ? undefined : best.column;
  const amountColumn = columns.find(({ meaning }) => meaning === 'amount')?.column ?? null;
  return counted.flatMap((one): OrderLine[] => {
    const { row, line, sum, soft, seconds } = one;
    const total = totalColumn === undefined ? null : totalAt(row, totalColumn);
    const cells = one.others.at(-1) ?? 0;
    const say = (doubts: readonly Doubt[]): void => {
      for (const each of doubts) context.doubt(each.row, each.column, each.text);
    };
    const place = { sheet: context.sheet, row };
    const isProved = total !== null && total === sum;
    const named = seconds !== null && seconds < 0 ? -seconds : null;
    const withSeconds = (of: number | null) =>
      line.duration_sec === null && of !== null ? { ...line, duration_sec: of } : line;
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
      return [{ ...withSeconds(seconds), units, rows: [place] }];
    }
    if (!isProved) say(soft);
    if (named !== null && line.duration_sec !== null && named !== line.duration_sec)
      context.doubt(row, null, `Las celdas dicen ${named} s y la fila ${line.duration_sec} s.`);
    if (total !== null && total !== sum && !one.others.slice(0, -1).includes(total))
      context.doubt(row, totalColumn ?? null, `El total de la fila dice ${total} y los días suman ${sum}.`);
    const amount = amounts.get(row);
    if (total === null && isAcross && amount !== undefined && line.price !== null && Number(line.price) > 0) {
      const gross = divide(amount, line.price, 2);
      const share = line.discount_pct === null ? null : subtract('100', line.discount_pct);
      const net = share === null || Number(share) <= 0 ? gross : divide(multiply(gross, '100'), share, 2);
      const whole = [gross, net]
        .filter((count) => /\.00$/.test(count) && Number(count) > 0)
        .map((count) => Number(count));
      if (whole.length > 0 && !whole.includes(sum))
        context.doubt(row, amountColumn, `El valor de la fila es el de ${whole[0]} y los días suman ${sum}.`);
    }
    checkSubtotals(grid, one, columns, context);
    return [{ ...withSeconds(named), rows: [place] }];
  });
};

/** Checks subtotals between the days: each is that of the days since the one before, or of all before it. */
const checkSubtotals = (
  grid: Grid,
  { row, byColumn }: CountedRow,
  columns: readonly BodyColumn[],
  context: TableContext,
): void => {
  let before = -1;
  for (const { column } of columns
    .filter(({ meaning }) => meaning === 'subtotal')
    .toSorted((a, b) => a.column - b.column)) {
    const written = numberOf(grid.own(row, column));
    const sum = (from: number): number =>
      [...byColumn].filter(([at]) => at > from && at < column).reduce((total, [, units]) => total + units, 0);
    if (written !== null && written !== sum(before) && written !== sum(-1) && written < 10_000)
      context.doubt(row, column, `El subtotal dice ${written} y los días suman ${sum(before)}.`);
    before = column;
  }
};

/** Checks the units of the columns against the rows of totals. */
const checkColumns = (
  grid: Grid,
  counted: readonly CountedRow[],
  {
    totals,
    dayColumns,
    totalColumns,
    context,
  }: {
    readonly totals: readonly { readonly row: number; readonly label: string; readonly since: number }[];
    readonly dayColumns: readonly DayColumn[];
    readonly totalColumns: readonly number[];
    readonly context: TableContext;
  },
): void => {
  for (const [index, { row, label, since }] of totals.entries()) {
    if (isMoneyTotal(label)) continue;
    const starts = [0, ...totals.slice(0, index).map((one) => one.since)];
    const allowed = (of: (one: CountedRow) => number): readonly number[] =>
      starts.map((start) => counted.slice(start, since).reduce((sum, one) => sum + of(one), 0));
    for (const { column } of dayColumns) {
      const written = numberOf(grid.own(row, column));
      const sums = allowed((one) => one.byColumn.get(column) ?? 0);
      if (written !== null && !sums.includes(written))
        context.doubt(
          null,
          column,
          `El total de la columna dice ${written} y las filas suman ${sums.at(-1) ?? 0}.`,
        );
    }
    for (const column of totalColumns) {
      const written = numberOf(grid.own(row, column));
      const sums = [
        ...allowed((one) => one.sum),
        ...allowed((one) => numberOf(grid.own(one.row, column)) ?? 0),
        ...allowed((one) => one.others.at(-1) ?? 0),
      ];
      if (written !== null && !sums.includes(written))
        context.doubt(row, column, `El total dice ${written} y las filas suman ${sums[0] ?? 0}.`);
    }
  }
};
