import { formatCivilDate } from '../../kinds/date.ts';
import { formatCount } from '../../text/locale.ts';
import type { QuotaPeriod } from './preferences.ts';

/** What a quota has on the days of one period. */
export interface LedgerPeriod {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly contracted: number;
  readonly bonus: number;
  readonly placed: number;
  readonly aired: number;
  readonly missed: number;
  /** Makegoods on these days, of whatever was missed on any day. */
  readonly compensated: number;
  /** Still to be aired on these days: placed or not. */
  readonly remaining: number;
  /** Contracted on these days and not placed. */
  readonly unplaced: number;
  /** Its last day, or that of the flight, is over. */
  readonly is_closed: boolean;
}

/** A quota by period, as `GET /api/quotas/{id}/ledger` answers it. */
export interface QuotaLedger {
  readonly by: QuotaPeriod;
  /** What a closed period did not place goes on: it may, and the flight has days left. */
  readonly goes_on: boolean;
  readonly periods: readonly LedgerPeriod[];
  /** Aired in another system before the contract was imported. */
  readonly former: number;
  /** Contracted without a day. */
  readonly undated: number;
}

const monthName = new Intl.DateTimeFormat('es', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A period in words. @example periodName('month', '2026-11-01') // 'noviembre de 2026' */
export const periodName = (by: QuotaPeriod, from: string): string => {
  if (by === 'month') return monthName.format(new Date(`${from}T00:00:00Z`));
  return by === 'week' ? `semana del ${formatCivilDate(from)}` : formatCivilDate(from);
};

const ofPeriod = (by: QuotaPeriod, from: string): string =>
  by === 'month'
    ? `de ${periodName(by, from)}`
    : by === 'week'
      ? `de la ${periodName(by, from)}`
      : `del ${periodName(by, from)}`;

const toPeriod = (by: QuotaPeriod, from: string): string =>
  by === 'month'
    ? `a ${periodName(by, from)}`
    : by === 'week'
      ? `a la ${periodName(by, from)}`
      : `al ${periodName(by, from)}`;

/** How many units, and of which periods: `3 unidades de noviembre de 2026`. */
export const unitsOf = (
  by: QuotaPeriod,
  periods: readonly Pick<LedgerPeriod, 'from' | 'unplaced'>[],
): string => {
  const sum = periods.reduce((total, { unplaced }) => total + unplaced, 0);
  const [first, last] = [periods[0], periods.at(-1)];
  const units = sum === 1 ? '1 unidad' : `${formatCount(sum)} unidades`;
  if (!first || !last) return units;
  return first === last
    ? `${units} ${ofPeriod(by, first.from)}`
    : `${units}, ${ofPeriod(by, first.from)} ${toPeriod(by, last.from)}`;
};

/** That units were lost, and what can be done: the ledger and every refusal say it alike. */
export const lostText = (
  by: QuotaPeriod,
  lost: readonly Pick<LedgerPeriod, 'from' | 'unplaced'>[],
): string => {
  const isOne = lost.reduce((total, { unplaced }) => total + unplaced, 0) === 1;
  return isOne
    ? `Se perdió ${unitsOf(by, lost)}. Regístrela como no emitida para compensarla o acreditarla.`
    : `Se perdieron ${unitsOf(by, lost)}. Regístrelas como no emitidas para compensarlas o acreditarlas.`;
};

/** What closed periods did not place. */
export const leftOver = ({ periods }: Pick<QuotaLedger, 'periods'>): LedgerPeriod[] =>
  periods.filter(({ is_closed, unplaced }) => is_closed && unplaced > 0);

/** What is to be said of a period besides its numbers. */
export const periodNote = (ledger: QuotaLedger, period: LedgerPeriod): string | null => {
  const { by, goes_on, periods } = ledger;
  const next = periods.find(({ is_closed }) => !is_closed);
  const over = leftOver(ledger);
  if (over.includes(period)) {
    const units = formatCount(period.unplaced);
    if (!goes_on) return period.unplaced === 1 ? 'Se perdió 1' : `Se perdieron ${units}`;
    const where = next ? toPeriod(by, next.from) : 'al periodo siguiente';
    return period.unplaced === 1 ? `Pasa 1 ${where}` : `Pasan ${units} ${where}`;
  }
  if (!goes_on || period !== next || over.length === 0) return null;
  return over.map(({ from, unplaced }) => `Pasa ${ofPeriod(by, from)}: ${formatCount(unplaced)}`).join('; ');
};
