import { civilDays } from '../../calendar/civil-days.ts';
import { formatCivilDate } from '../../kinds/date.ts';
import { formatCount } from '../../text/locale.ts';

/** Units of a line on a day. */
export interface DayUnits {
  readonly day: string;
  readonly contracted: number;
  readonly delivered: number;
  /** Of the delivered ones, those that something proves. */
  readonly proven: number;
}

/** What a report says of one line. */
export interface CoverageLine {
  /** Id of its quota. */
  readonly id: string;
  readonly title: string;
  readonly space: string;
  /** In the order of the days; only those with something contracted or delivered. */
  readonly days: readonly DayUnits[];
}

/** How a line did on a day or in a week. */
export type StripState = 'none' | 'full' | 'unproven' | 'partial' | 'missed' | 'extra';

/** States of a strip, with their sign and name. */
export const stripStates: Readonly<Record<StripState, readonly [sign: string, name: string]>> = {
  full: ['●', 'Cumplido'],
  extra: ['＋', 'De más'],
  unproven: ['◌', 'Emitido sin evidencia'],
  partial: ['◐', 'En parte'],
  missed: ['✕', 'Sin emitir'],
  none: ['', 'Nada contratado'],
};

export type Units = Omit<DayUnits, 'day'>;

const none: Units = { contracted: 0, delivered: 0, proven: 0 };

/** The sum of units. */
export const sumUnits = (all: readonly Units[]): Units =>
  all.reduce<Units>(
    (sum, one) => ({
      contracted: sum.contracted + one.contracted,
      delivered: sum.delivered + one.delivered,
      proven: sum.proven + one.proven,
    }),
    none,
  );

/** What was delivered more (or, negative, less) than contracted. */
export const varianceOf = ({ contracted, delivered }: Units): number => delivered - contracted;

/** A variance with its sign: "−2", "0", "+1". */
export const formatVariance = (variance: number): string =>
  variance === 0 ? '0' : `${variance < 0 ? '−' : '+'}${formatCount(Math.abs(variance))}`;

export const stripState = ({ contracted, delivered, proven }: Units): StripState => {
  if (contracted === 0 && delivered === 0) return 'none';
  if (delivered === 0) return 'missed';
  if (delivered < contracted) return 'partial';
  if (proven < delivered) return 'unproven';
  return delivered > contracted ? 'extra' : 'full';
};

export interface StripColumn {
  /** Short, for the head of a narrow column. */
  readonly label: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** A heat strip: lines by days or, of a long period, by weeks or parts of 30 days. */
export interface Strip {
  readonly columns: readonly StripColumn[];
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly cells: readonly (Units & { readonly state: StripState })[];
  }[];
}

/** Columns that still fit beside one another. */
const mostColumns = 35;

const short = (day: string): string => formatCivilDate(day).slice(0, 5);

/** The days of a period as columns, as many of them in one as are needed for all to fit. */
const columnsOf = ({ from, to }: { readonly from: string; readonly to: string }): readonly StripColumn[] => {
  const days = civilDays(from, to);
  const width = [1, 7, 30].find((one) => days.length / one <= mostColumns) ?? 90;
  return Array.from({ length: Math.ceil(days.length / width) }, (_, at) => {
    const first = days[at * width] ?? from;
    const last = days[Math.min((at + 1) * width, days.length) - 1] ?? to;
    return {
      label: short(first),
      name:
        first === last ? formatCivilDate(first) : `Del ${formatCivilDate(first)} al ${formatCivilDate(last)}`,
      from: first,
      to: last,
    };
  });
};

/**
 * The heat strip of a report.
 *
 * @param period first and last day
 */
export const stripOf = (
  lines: readonly CoverageLine[],
  period: { readonly from: string; readonly to: string },
): Strip => {
  const columns = columnsOf(period);
  return {
    columns,
    rows: lines.map(({ id, title, days }) => ({
      id,
      title,
      cells: columns.map(({ from, to }) => {
        const units = sumUnits(days.filter(({ day }) => day >= from && day <= to));
        return { ...units, state: stripState(units) };
      }),
    })),
  };
};

/** What a cell of a strip says: "2 de 3, con evidencia 1. En parte". */
export const cellText = (cell: Units & { readonly state: StripState }): string =>
  cell.state === 'none'
    ? stripStates.none[1]
    : `${formatCount(cell.delivered)} de ${formatCount(cell.contracted)}, con evidencia ${formatCount(cell.proven)}. ${stripStates[cell.state][1]}`;

/** Days on which a line differs from what was contracted, in words: "03/05: 1 de 2 (−1)". */
export const differingDays = ({ days }: Pick<CoverageLine, 'days'>): readonly string[] =>
  days
    .filter((one) => varianceOf(one) !== 0)
    .map(
      (one) =>
        `${formatCivilDate(one.day)}: ${formatCount(one.delivered)} de ${formatCount(one.contracted)} (${formatVariance(varianceOf(one))})`,
    );
