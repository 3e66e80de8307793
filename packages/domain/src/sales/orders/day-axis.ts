import { addDays } from '../../calendar/working-time.ts';
import { weekdaysIn } from '../../calendar/written-weekdays.ts';
import type { Cell } from '../../resource/import/cell.ts';
import { fold } from '../../text/fold.ts';
import { isTitle, meaningOfTitle } from './column-meanings.ts';
import { type Grid, oncePerRow } from './grid.ts';
import { durationIn } from './read-cell.ts';
import { civilDay, likelyYear, readWrittenDays, type WrittenDay, weekdayOf } from './written-dates.ts';

/** A column of counts: those of a day, of the days of a week, or of a weekday of the flight of its row. */
export interface DayColumn {
  readonly column: number;
  /** One day, or those of a week; none for a weekday. */
  readonly days: readonly string[];
  /** ISO weekday, of a column for each such day of a flight. */
  readonly weekday?: number;
  /** Duration, of a column for each duration of a day. */
  readonly seconds?: number;
  readonly doubt?: string;
}

/** A row whose cells say which days the columns below are. */
export interface DayAxis {
  readonly row: number;
  /** Rows of the header, the first and the last. */
  readonly top: number;
  readonly bottom: number;
  readonly columns: readonly DayColumn[];
  /** What is not certain about all of its days. */
  readonly doubts: readonly string[];
}

/** What is known of the days of a sheet besides its header. */
export interface DayContext {
  readonly today: string;
  readonly month?: number | undefined;
  readonly year?: number | undefined;
  /** Whether the month follows from the days of the table above. */
  readonly isAfter?: boolean;
}

interface Clue {
  readonly column: number;
  readonly days: readonly WrittenDay[];
  readonly weekdays: readonly number[];
}

const serialDay = (serial: number): WrittenDay => {
  const [year = 0, month = 0, day = 0] = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .map(Number);
  return { year, month, day };
};

const weekdayBeside = (text: string): readonly number[] => {
  const [, before, after] = /^([a-z]+)\.?,?\s*\d|\d\s*([a-z]+)\.?$/.exec(fold(text)) ?? [];
  return weekdaysIn(before ?? after ?? '');
};

/** A number, with what may stand before it: a weekday, a month, `del`, `semana`. */
const mayBeDays =
  /^\s*(?:(?:l|m|k|x|j|v|s|d|lu|ma|mi|ju|vi|sa|do|(?:lun|mar|mi[eé]|jue|vie|s[aá]b|dom|ene|feb|abr|may|jun|jul|ago|sep|set|oct|nov|dic|sem|d[ií]a)[a-zé]*|del?|desde|al?|el|\()[\s.,:-]*){0,2}\d/i;
const clueOfText = (text: string): Omit<Clue, 'column'> | null => {
  const { days, isPure } = readWrittenDays(text);
  if (!isPure || days.length === 0 || days.length > 2) return null;
  if (days.length === 1 ? days[0]?.day === undefined : days[1]?.day === undefined) return null;
  if (days.some(({ day }) => day === undefined)) return null;
  return { days, weekdays: days.length === 1 && /[a-z]/i.test(text) ? weekdayBeside(text) : [] };
};

const dayNumbers = Array.from({ length: 32 }, (_, day) => ({ days: [{ day }], weekdays: [] }));

const clueOf = (cell: Cell): Omit<Clue, 'column'> | null => {
  if (typeof cell === 'number') {
    if (!Number.isInteger(cell)) return null;
    if (cell >= 1 && cell <= 31) return dayNumbers[cell] ?? null;
    return cell > 40_000 && cell < 60_000 ? { days: [serialDay(cell)], weekdays: [] } : null;
  }
  if (typeof cell !== 'string' || cell.length > 40 || !mayBeDays.test(cell)) return null;
  return clueOfText(cell);
};

const isBare = ({ days }: Clue): boolean => days.every(({ month }) => month === undefined);
const numberOf = ({ days }: Clue): number => days[0]?.day ?? 0;

/** The longest run of clues in which bare day numbers grow, apart from the turn of a month or below the name of one. */
const growing = (clues: readonly Clue[], months: ReadonlySet<number>): readonly Clue[] => {
  let [start, from, to] = [0, 0, 0];
  for (const [at, clue] of clues.entries()) {
    const before = at > start ? clues[at - 1] : undefined;
    const isNext =
      !before ||
      !isBare(clue) ||
      !isBare(before) ||
      numberOf(clue) > numberOf(before) ||
      (numberOf(clue) <= 7 && numberOf(before) >= 20) ||
      months.has(clue.column);
    if (!isNext) start = at;
    if (at + 1 - start > to - from) [from, to] = [start, at + 1];
  }
  return clues.slice(from, to);
};

interface Candidate {
  readonly row: number;
  readonly clues: readonly Clue[];
  readonly titles: number;
  readonly isBare: boolean;
}

/** Columns with a title in a row. */
const titledIn = oncePerRow((grid, row): ReadonlySet<number> => {
  const titled = new Set<number>();
  for (let column = 0; column < grid.width; column += 1) {
    const cell = grid.seen(row, column);
    if (typeof cell === 'string' && isTitle(cell)) titled.add(column);
  }
  return titled;
});

/** Titles that only a table has; «Desde» and «Fecha» are in letterheads, too. */
const describing: ReadonlySet<string | null> = new Set(['programme', 'station', 'time', 'duration', 'units']);

const describingIn = (grid: Grid, row: number, except: ReadonlySet<number>): number =>
  [...titledIn(grid, row)].filter(
    (column) => !except.has(column) && describing.has(meaningOfTitle(String(grid.seen(row, column)))),
  ).length;

const titlesIn = (grid: Grid, row: number, except: ReadonlySet<number>): number => {
  let count = 0;
  for (const column of titledIn(grid, row)) if (!except.has(column)) count += 1;
  return count;
};

const consecutive = (clues: readonly Clue[]): number =>
  clues.slice(1).filter((clue, index) => {
    const before = clues[index];
    return before && (numberOf(clue) === numberOf(before) + 1 || numberOf(clue) < numberOf(before));
  }).length;

const candidateIn = (grid: Grid, row: number, titled: ReadonlySet<number>): Candidate | null => {
  const clues: Clue[] = [];
  for (let column = 0; column < grid.width; column += 1) {
    const clue = titled.has(column) ? null : clueOf(grid.own(row, column));
    if (clue) clues.push({ column, days: clue.days, weekdays: clue.weekdays });
  }
  if (clues.length === 0) return null;
  const written = clues.filter((clue) => !isBare(clue));
  // Where days have their month, a plain number is something else.
  const months = new Set(
    [row - 1, row - 2].flatMap((one) => (one < 0 ? [] : monthsIn(grid, one).map(({ column }) => column))),
  );
  const run = growing(written.length >= 2 && written.length * 2 >= clues.length ? written : clues, months);
  const near = [row, row - 1, row + 1, row - 2].filter(
    (one) => one >= 0 && one < grid.height && titledIn(grid, one).size > 0,
  );
  const columns = new Set(near.length > 0 ? run.map(({ column }) => column) : []);
  const titles = Math.max(0, ...near.map((one) => titlesIn(grid, one, columns)));
  return { row, clues: run, titles, isBare: run.every(isBare) };
};

const isLikely = ({ clues, titles, isBare: bare }: Candidate, own: number): boolean => {
  if (bare) {
    if (clues.some(({ weekdays }) => weekdays.length > 0)) return clues.length >= 2;
    const steps = consecutive(clues) / Math.max(1, clues.length - 1);
    return clues.length >= 7 ? steps >= 0.5 || titles >= 2 : clues.length >= 3 && titles >= 2;
  }
  // Three days that follow each other are a header even where no title is known.
  if (clues.length >= 3 && !clues.some(isBare) && consecutive(clues) === clues.length - 1) return true;
  return (
    clues.length >= 5 || own >= 3 || (clues.length >= 2 && own >= 2) || (clues.length >= 3 && titles >= 1)
  );
};

const weekdayColumns = oncePerRow((grid, row): readonly { column: number; weekdays: readonly number[] }[] => {
  const found: { column: number; weekdays: readonly number[] }[] = [];
  for (let column = 0; column < grid.width; column += 1) {
    const cell = grid.own(row, column);
    const weekdays =
      typeof cell === 'string' && cell.length <= 12 && !/\d/.test(cell) ? weekdaysIn(cell) : [];
    if (weekdays.length > 0) found.push({ column, weekdays });
  }
  // Crosses are not Wednesdays.
  return new Set(found.map(({ weekdays }) => weekdays.join())).size >= 2 ? found : [];
});

/** Weekdays of a header in order: an `M` after Monday is Tuesday, after Tuesday it is Wednesday. */
const settled = (
  found: readonly { column: number; weekdays: readonly number[] }[],
): readonly (number | undefined)[] => {
  let before = 0;
  return found.map(({ weekdays }) => {
    const day =
      weekdays.find((one) => one === (before % 7) + 1) ?? weekdays.find((one) => one > before) ?? weekdays[0];
    before = day ?? before;
    return day;
  });
};

interface MonthLabel {
  readonly column: number;
  readonly end: number;
  readonly month: number;
  readonly year?: number | undefined;
}

/** Months that a row writes above days: `NOVIEMBRE 2026`, `nov-26`, the first day of a month. */
const monthsIn = oncePerRow((grid, row): readonly MonthLabel[] => {
  const labels: MonthLabel[] = [];
  for (let column = 0; column < grid.width; column += 1) {
    const cell = grid.own(row, column);
    if (typeof cell !== 'string' || cell.length > 30) continue;
    const { days, isPure } = readWrittenDays(cell.replace(/\bmes( de)?\b:?/gi, ''));
    const [first] = days;
    if (!isPure || !first?.month || days.length > 1) continue;
    const end = column + (grid.merge(row, column)?.columns ?? 1) - 1;
    if (first.day === undefined || /^\d{4}-\d\d-01$/.test(cell))
      labels.push({ column, end, month: first.month, year: first.year });
    else if (/^[a-z]/i.test(cell.trim()) && first.year === undefined && first.day >= 20)
      labels.push({ column, end, month: first.month, year: 2000 + first.day });
  }
  return labels;
});

interface Dated {
  readonly column: number;
  readonly ends: readonly WrittenDay[];
  readonly weekdays: readonly number[];
}

/** Days whose month is not written get it from the months above, or by counting from the first. */
const withMonths = (
  clues: readonly Clue[],
  labels: readonly MonthLabel[],
  context: DayContext,
): { readonly dated: readonly Dated[]; readonly isGuessed: boolean } => {
  const groups: number[] = [];
  let group = 0;
  let last = 0;
  for (const clue of clues) {
    if (isBare(clue) && numberOf(clue) < last) group += 1;
    last = isBare(clue) ? numberOf(clue) : 0;
    groups.push(group);
  }
  const byOrder = labels.length === group + 1;
  let year = labels.find((label) => label.year !== undefined)?.year ?? context.year;
  const firstMonth = labels[0]?.month ?? context.month ?? Number(context.today.slice(5, 7));
  const monthOf = (index: number): { month: number; year?: number | undefined } => {
    const clue = clues[index];
    const at = groups[index] ?? 0;
    if (labels.length > 0 && byOrder) return labels[at] ?? { month: firstMonth };
    const over = labels.findLast(({ column }) => column <= (clue?.column ?? 0));
    if (over && labels.length > 1) return over;
    return { month: ((firstMonth - 1 + at) % 12) + 1, year: labels[0]?.year };
  };
  let before = 0;
  const dated = clues.map((clue, index): Dated => {
    const known = clue.days.map((day, place) => {
      if (day.year !== undefined) year = day.year;
      if (day.month !== undefined) return day;
      const later = clue.days.slice(place).find((one) => one.month !== undefined);
      const label = monthOf(index);
      if (label.year !== undefined) year = label.year;
      return { ...day, month: later?.month ?? label.month };
    });
    const ends = known.map((day, place) => {
      const at = day.month ?? 1;
      // After December comes January of the next year.
      if (
        year !== undefined &&
        day.year === undefined &&
        before === 12 &&
        at === 1 &&
        monthOf(index).year === undefined
      )
        year += 1;
      before = at;
      const previous = known[place - 1];
      const turned =
        previous?.day !== undefined &&
        day.day !== undefined &&
        previous.month === at &&
        previous.day > day.day;
      return {
        ...day,
        month: turned ? (at % 12) + 1 : at,
        ...(year !== undefined && { year: day.year ?? year }),
      };
    });
    return { column: clue.column, ends, weekdays: clue.weekdays };
  });
  const isGuessed = labels.length === 0 && context.month === undefined && clues.some(isBare);
  return { dated, isGuessed };
};

const inYear = ({ day = 0, month = 0, year }: WrittenDay, first: number, start: number): string | null =>
  civilDay(year ?? (month < start ? first + 1 : first), month, day);

const weekdayErrors = (dated: readonly Dated[], year: number, start: number): number =>
  dated.filter(({ ends: [first], weekdays }) => {
    const day = first && weekdays.length > 0 ? inYear({ ...first, year: undefined }, year, start) : null;
    return day !== null && !weekdays.includes(weekdayOf(day));
  }).length;

const increases = (days: readonly (string | null)[]): boolean =>
  days.every((day, index) => day !== null && (index === 0 || day > (days[index - 1] ?? '')));

/** Turns day and month of dates that are written month first, if only then they follow each other. */
const dayFirst = (clues: readonly Clue[]): readonly Clue[] => {
  const swapped = clues.map((clue) => ({
    ...clue,
    days: clue.days.map((day) => (day.other ? { ...day, ...day.other } : day)),
  }));
  if (!clues.some(({ days }) => days.some(({ other }) => other))) return clues;
  const span = (some: readonly Clue[]): number => {
    const days = some.map(({ days: [first] }) =>
      first ? inYear({ ...first, year: first.year ?? 2026 }, 2026, 1) : null,
    );
    const sorted = days.filter((day) => day !== null).sort();
    if (!increases(days)) return Number.POSITIVE_INFINITY;
    const wrong = some.filter(({ days: [first], weekdays }, index) => {
      const day = days[index];
      return first?.year !== undefined && day && weekdays.length > 0 && !weekdays.includes(weekdayOf(day));
    }).length;
    return wrong * 10 + (Date.parse(sorted.at(-1) ?? '') - Date.parse(sorted[0] ?? '')) / 86_400_000;
  };
  const mixed = clues.some(({ days }) =>
    days.some(
      (day) => day.month !== undefined && day.month !== day.day && !day.other && (day.day ?? 0) <= 12,
    ),
  );
  return !mixed && span(swapped) < span(clues) ? swapped : clues;
};

/** Columns below joined days, one for each duration. */
const partsOf = (grid: Grid, row: number, columns: readonly DayColumn[]): readonly DayColumn[] | null => {
  if (row + 1 >= grid.height) return null;
  const parts = columns.flatMap(({ column, ...day }) =>
    Array.from({ length: grid.merge(row, column)?.columns ?? 1 }, (_, index) => ({
      ...day,
      column: column + index,
      seconds: durationIn(String(grid.own(row + 1, column + index) ?? '')),
    })),
  );
  const known = parts.flatMap(({ seconds, ...part }) => (seconds === null ? [] : [{ ...part, seconds }]));
  return parts.length > columns.length && known.length === parts.length ? known : null;
};

/** Columns of days a week apart: whole weeks if the header says so, and otherwise days that may be weeks. */
const weeksOf = (grid: Grid, row: number, columns: readonly DayColumn[]): readonly DayColumn[] | null => {
  const steps = columns.slice(1).map(({ days: [day] }, index) => {
    const [before] = columns[index]?.days ?? [];
    return day !== undefined && before !== undefined && addDays(before, 7) === day;
  });
  if (steps.length === 0 || steps.includes(false) || columns.some(({ days }) => days.length !== 1))
    return null;
  const says = [row - 2, row - 1, row, row + 1].some((one) =>
    columns.some(({ column }) => {
      const cell = one < 0 || one >= grid.height ? null : grid.seen(one, column);
      return typeof cell === 'string' && /sem/i.test(cell);
    }),
  );
  return columns.map(({ column, days: [first = ''] }) =>
    says
      ? { column, days: Array.from({ length: 7 }, (_, day) => addDays(first, day)) }
      : { column, days: [first], doubt: 'Las columnas van de semana en semana: se entendió ese solo día.' },
  );
};

const datesOf = (
  grid: Grid,
  { row, clues }: Candidate,
  weekdayRow: number | null,
  context: DayContext,
): { readonly columns: readonly DayColumn[]; readonly doubts: readonly string[] } => {
  const letters = new Map(
    weekdayRow === null
      ? []
      : weekdayColumns(grid, weekdayRow).map(({ column, weekdays }) => [column, weekdays]),
  );
  const labels =
    [row - 1, row - 2, row - 3, row + 1]
      .map((one) => (one < 0 || one >= grid.height ? [] : monthsIn(grid, one)))
      .find((some) => some.length > 0) ?? [];
  const told = dayFirst(
    clues.map((clue) => ({
      ...clue,
      weekdays: clue.weekdays.length > 0 ? clue.weekdays : (letters.get(clue.column) ?? []),
    })),
  );
  let { dated, isGuessed } = withMonths(told, labels, context);
  const doubts: string[] = [];
  const start = dated[0]?.ends[0]?.month ?? 1;
  const hasWeekdays = dated.some(({ weekdays }) => weekdays.length > 0);
  let year = dated[0]?.ends[0]?.year;
  if (isGuessed && hasWeekdays) {
    // Bare numbers with weekdays fit one month of those around today.
    const [thisYear = 0, thisMonth = 1] = context.today.split('-').map(Number);
    const fits = [0, 1, 2, 3, -1, 4, 5, -2, 6].find((ahead) => {
      const at = new Date(Date.UTC(thisYear, thisMonth - 1 + ahead, 1));
      const trial = withMonths(told, [], {
        ...context,
        month: at.getUTCMonth() + 1,
        year: at.getUTCFullYear(),
      });
      return (
        trial.dated.every(({ ends: [first] }) => first && inYear(first, first.year ?? 0, 1) !== null) &&
        weekdayErrors(trial.dated, at.getUTCFullYear(), at.getUTCMonth() + 1) === 0
      );
    });
    const at = new Date(Date.UTC(thisYear, thisMonth - 1 + (fits ?? 0), 1));
    dated = withMonths(told, [], {
      ...context,
      month: at.getUTCMonth() + 1,
      year: at.getUTCFullYear(),
    }).dated;
    year = at.getUTCFullYear();
  }
  const first = dated[0]?.ends[0];
  if (isGuessed || (context.isAfter === true && labels.length === 0 && told.some(isBare)))
    doubts.push('El mes no está escrito: revise las fechas de las columnas.');
  if (year === undefined) {
    const likely = likelyYear(start, context.today);
    year = hasWeekdays
      ? ([likely, likely + 1, likely - 1].find((one) => weekdayErrors(dated, one, start) === 0) ?? likely)
      : likely;
    const isSure =
      hasWeekdays &&
      weekdayErrors(dated, year, start) === 0 &&
      dated.filter(({ weekdays }) => weekdays.length > 0).length > 2;
    if (!isSure && !isGuessed) doubts.push(`El año no está escrito: se entendió ${year}.`);
  }
  const isInTitle =
    told.every(({ days }) => days.every((day) => day.year === undefined)) &&
    labels.every((label) => label.year === undefined);
  if (isInTitle && !isGuessed && hasWeekdays && weekdayErrors(dated, year, start) > 0) {
    const written = year;
    const fitting = [written + 1, written - 1].find((one) => weekdayErrors(dated, one, start) === 0);
    if (fitting !== undefined) {
      year = fitting;
      dated = dated.map((one) => ({ ...one, ends: one.ends.map(({ year: _, ...day }) => day) }));
      doubts.push(
        `Los días de la semana son los de ${fitting} y la orden dice ${written}: se entendió ${fitting}.`,
      );
    }
  }
  const from = first?.month ?? 1;
  const columns = dated.flatMap(({ column, ends, weekdays }): DayColumn[] => {
    const [begin, end] = ends.map((one) => inYear(one, year ?? 0, from));
    if (!begin || end === null)
      return [{ column, days: [], doubt: 'Esa fecha no existe: la columna no se leyó.' }];
    if (end !== undefined) {
      const days: string[] = [];
      for (let day = begin; day <= end && days.length < 32; day = addDays(day, 1)) days.push(day);
      return days.length === 0 || days.length > 31 ? [] : [{ column, days }];
    }
    const isWrong = weekdays.length > 0 && !weekdays.includes(weekdayOf(begin));
    return [
      {
        column,
        days: [begin],
        ...(isWrong && {
          doubt: `El día de la semana del título no es el del ${begin.split('-').reverse().join('/')}.`,
        }),
      },
    ];
  });
  const weeks = weeksOf(grid, row, columns);
  if (weeks) return { columns: weeks, doubts };
  const parts = partsOf(grid, row, columns);
  if (parts) return { columns: parts, doubts };
  const days = columns.flatMap((one) => one.days[0] ?? []);
  if (new Set(days).size < days.length) doubts.push('Hay fechas repetidas en el encabezado.');
  else if (!increases(days)) doubts.push('Las fechas del encabezado no están en orden.');
  return { columns, doubts };
};

/** Whether a row has a label of a letterhead, such as `Hasta`, above a day; a title above all days is joined cells. */
const hasLabelOver = (grid: Grid, row: number, columns: ReadonlySet<number>): boolean =>
  [...titledIn(grid, row)].some(
    (column) => columns.has(column) && (grid.merge(row, column)?.columns ?? 1) < 3,
  );

/** Columns for weekdays: of the weeks above them, or of the flight of each row. */
const weekdayAxis = (grid: Grid, row: number, context: DayContext): Pick<DayAxis, 'columns' | 'doubts'> => {
  const found = weekdayColumns(grid, row);
  const days = settled(found);
  const columnsOfDays = new Set(found.map(({ column }) => column));
  const starts = found.map(({ column }) => {
    for (const above of [row - 1, row - 2].filter(
      (one) => one >= 0 && !hasLabelOver(grid, one, columnsOfDays),
    )) {
      for (let at = column; at >= 0 && at > column - 7; at -= 1) {
        const cell = grid.seen(above, at);
        if (typeof cell !== 'string' || cell.length > 60) continue;
        const { days: written } = readWrittenDays(
          cell.replace(/semana \d{1,2}(?= ?[(:-])|sem\.? ?\d{1,2}(?= ?[(:-])/i, ''),
        );
        const filled = written.filter(({ day }) => day !== undefined);
        if (filled.length > 0) return { filled, all: written };
      }
    }
    return null;
  });
  if (starts.every((one) => one === null)) {
    return {
      columns: found.flatMap(({ column }, index) => {
        const weekday = days[index];
        return weekday === undefined ? [] : [{ column, days: [], weekday }];
      }),
      doubts: [],
    };
  }
  const doubts = new Set<string>();
  const columns = found.flatMap(({ column }, index): DayColumn[] => {
    const start = starts[index];
    const [first] = start?.filled ?? [];
    if (!start || first?.day === undefined)
      return [{ column, days: [], doubt: 'No se encontró la semana de esta columna: no se leyó.' }];
    const later = start.all.find(({ month }) => month !== undefined);
    const turned =
      start.filled.length > 1 && (start.filled[1]?.day ?? 0) < first.day && first.month === undefined;
    const month =
      first.month ??
      (later?.month === undefined ? context.month : turned ? ((later.month + 10) % 12) + 1 : later.month);
    if (month === undefined)
      return [{ column, days: [], doubt: 'No se encontró el mes de esta columna: no se leyó.' }];
    const year =
      start.all.find((one) => one.year !== undefined)?.year ??
      context.year ??
      likelyYear(month, context.today);
    if (!start.all.some((one) => one.year !== undefined) && context.year === undefined)
      doubts.add(`El año no está escrito: se entendió ${year}.`);
    const begin = civilDay(year, month, first.day);
    if (!begin) return [{ column, days: [], doubt: 'Esa fecha no existe: la columna no se leyó.' }];
    const weekday = days[index] ?? 1;
    return [{ column, days: [addDays(begin, (weekday - weekdayOf(begin) + 7) % 7)] }];
  });
  return { columns, doubts: [...doubts] };
};

const hasWeekWords = (grid: Grid, row: number, columns: ReadonlySet<number>): boolean => {
  for (const column of columns) {
    const cell = grid.seen(row, column);
    if (
      typeof cell === 'string' &&
      cell.length <= 40 &&
      (/^(sem|mes\b)/i.test(cell.trim()) || readWrittenDays(cell).isPure)
    )
      return true;
  }
  return monthsIn(grid, row).length > 0;
};

/** Whether a row of a header band continues it upwards: it has titles, months or weeks, and is not the letterhead. */
const continues = (grid: Grid, row: number, columns: ReadonlySet<number>): boolean => {
  if (row < 0 || hasLabelOver(grid, row, columns)) return false;
  if (weekdayColumns(grid, row).filter(({ column }) => columns.has(column)).length >= 3) return true;
  return titlesIn(grid, row, columns) >= 2 || hasWeekWords(grid, row, columns);
};

const hasUnits = (grid: Grid, row: number, columns: ReadonlySet<number>): boolean =>
  [...columns].some((column) => {
    const cell = grid.own(row, column);
    return typeof cell === 'number' || (typeof cell === 'string' && /^(x+|\d+)$/i.test(cell.trim()));
  });

/** The rows of a grid that may say days; the row is of no importance. */
const candidatesIn = oncePerRow((grid): readonly Candidate[] => {
  const candidates: Candidate[] = [];
  let titled: ReadonlySet<number> = new Set();
  for (let row = 0; row < grid.height; row += 1) {
    const here = titledIn(grid, row);
    // Below a title, a date or a number is a value of its column.
    if (here.size >= 3) titled = new Set();
    const candidate = candidateIn(grid, row, titled);
    if (here.size >= 3) titled = here;
    const own = candidate ? describingIn(grid, row, new Set(candidate.clues.map(({ column }) => column))) : 0;
    if (candidate && isLikely(candidate, own)) candidates.push(candidate);
  }
  return candidates;
});

/** Whether a row has cells besides its days. */
const hasOthers = (grid: Grid, { row, clues }: Candidate): boolean => {
  const columns = new Set(clues.map(({ column }) => column));
  for (let column = 0; column < grid.width; column += 1)
    if (!columns.has(column) && grid.own(row, column) !== null) return true;
  return false;
};

/** The month of numbers of days below others: the same if they go on, the next one if they begin again. */
const after = (last: string | undefined, { clues }: Candidate): Partial<DayContext> => {
  const [first] = clues;
  if (last === undefined || !first || !isBare(first)) return {};
  const [year = 0, month = 1, day = 0] = last.split('-').map(Number);
  const isNext = numberOf(first) <= day;
  return {
    month: isNext ? (month % 12) + 1 : month,
    year: isNext && month === 12 ? year + 1 : year,
    isAfter: true,
  };
};

/** The rows of a sheet that say which days its columns are, from above to below. */
export function findAxes(grid: Grid, context: DayContext): readonly DayAxis[] {
  const found: {
    row: number;
    top: number;
    bottom: number;
    candidate: Candidate;
    weekdayRow: number | null;
  }[] = [];
  const candidates = candidatesIn(grid, 0);
  const width = (one: Candidate): number => one.clues.length;
  let usual = 0;
  for (const [index, candidate] of candidates.entries()) {
    const { row, clues } = candidate;
    const before = found.at(-1);
    if (before && row <= before.bottom) continue;
    // Weeks above letters of weekdays are read with them.
    const isOfWeeks = clues.every(({ days }) => days.length === 2);
    if (isOfWeeks && row + 1 < grid.height && weekdayColumns(grid, row + 1).length > clues.length) continue;
    // Of the rows of one header, the one with the most days is meant.
    const better = candidates
      .slice(index + 1, index + 4)
      .some(
        (one) =>
          one.row <= row + 2 &&
          (width(one) > width(candidate) ||
            (width(one) === width(candidate) && candidate.isBare && !one.isBare)),
      );
    if (better) continue;
    if (before) {
      const own = titlesIn(grid, row, new Set(clues.map(({ column }) => column)));
      const above =
        row - 1 > before.bottom ? titlesIn(grid, row - 1, new Set(clues.map(({ column }) => column))) : 0;
      const isAgain =
        width(candidate) >= Math.max(3, usual * 0.4) &&
        (own >= 1 ||
          above >= 2 ||
          !candidate.isBare ||
          monthsIn(grid, row - 1).length > 0 ||
          // Numbers that follow each other in a row without anything else are days and no counts.
          (clues.length >= 7 &&
            !hasOthers(grid, candidate) &&
            consecutive(clues) >= (clues.length - 1) * 0.9));
      if (!isAgain) continue;
    }
    const columns = new Set(clues.map(({ column }) => column));
    const beside = (one: number): boolean =>
      one >= 0 &&
      one < grid.height &&
      weekdayColumns(grid, one).filter(({ column }) => columns.has(column)).length * 2 > columns.size;
    const weekdayRow = [row + 1, row - 1, row - 2, row + 2].find(beside) ?? null;
    let top = row;
    while (row - top < 3 && top - 1 > (before?.bottom ?? -1) && continues(grid, top - 1, columns)) top -= 1;
    let bottom = row;
    while (
      bottom - row < 2 &&
      bottom + 1 < grid.height &&
      (bottom + 1 === weekdayRow ||
        (bottom === row &&
          clues.some(({ column }) => durationIn(String(grid.own(row + 1, column) ?? '')) !== null)) ||
        ((titlesIn(grid, bottom + 1, columns) >= 2 || monthsIn(grid, bottom + 1).length > 0) &&
          !hasUnits(grid, bottom + 1, columns)))
    )
      bottom += 1;
    // A header without rows below is not one.
    if (before?.bottom === top - 1) found.pop();
    found.push({ row, top, bottom, candidate, weekdayRow });
    usual = width(candidate);
  }
  const axes: DayAxis[] = [];
  for (const { candidate, weekdayRow, ...rows } of found) {
    const last = axes
      .at(-1)
      ?.columns.findLast(({ days }) => days.length > 0)
      ?.days.at(-1);
    axes.push({
      ...rows,
      ...datesOf(grid, candidate, weekdayRow, { ...context, ...after(last, candidate) }),
    });
  }
  if (axes.length > 0) return axes;
  for (let row = 0; row < grid.height; row += 1) {
    const weekdays = weekdayColumns(grid, row);
    if (weekdays.length < 5 || axes.some((axis) => row <= axis.bottom)) continue;
    const columns = new Set(weekdays.map(({ column }) => column));
    if (
      Math.max(
        titlesIn(grid, row, columns),
        row > 0 ? titlesIn(grid, row - 1, columns) : 0,
        row + 1 < grid.height ? titlesIn(grid, row + 1, columns) : 0,
      ) < 1
    )
      continue;
    let top = row;
    while (row - top < 2 && top > 0 && continues(grid, top - 1, columns)) top -= 1;
    const bottom =
      row + 1 < grid.height && titlesIn(grid, row + 1, columns) >= 2 && !hasUnits(grid, row + 1, columns)
        ? row + 1
        : row;
    axes.push({ row, top, bottom, ...weekdayAxis(grid, row, context) });
  }
  return axes;
}
