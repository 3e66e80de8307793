import { expect, test } from 'vitest';
import { outsidePreferred, wishesMet } from './preferences.ts';
import {
  type LedgerPeriod,
  leftOver,
  lostText,
  periodName,
  periodNote,
  type QuotaLedger,
} from './quota-ledger.ts';

const period = (from: string, to: string, unplaced: number, is_closed: boolean): LedgerPeriod => ({
  from,
  to,
  contracted: 10,
  bonus: 0,
  placed: 10 - unplaced,
  aired: 0,
  missed: 0,
  compensated: 0,
  remaining: 10,
  unplaced,
  is_closed,
});

const ledger: QuotaLedger = {
  by: 'month',
  goes_on: true,
  former: 0,
  undated: 0,
  periods: [
    period('2026-10-01', '2026-10-31', 1, true),
    period('2026-11-01', '2026-11-30', 3, true),
    period('2026-12-01', '2026-12-31', 5, false),
    period('2027-01-01', '2027-01-31', 10, false),
  ],
};
const notes = (one: QuotaLedger) => one.periods.map((of) => periodNote(one, of));

test('what goes on is said where it comes from and where it goes', () => {
  expect(notes(ledger)).toEqual([
    'Pasa 1 a diciembre de 2026',
    'Pasan 3 a diciembre de 2026',
    'Pasa de octubre de 2026: 1; Pasa de noviembre de 2026: 3',
    null,
  ]);
});

test('what is lost is said with what to do', () => {
  const lost = { ...ledger, goes_on: false };
  expect(notes(lost)).toEqual(['Se perdió 1', 'Se perdieron 3', null, null]);
  expect(lostText('month', leftOver(lost))).toBe(
    'Se perdieron 4 unidades, de octubre de 2026 a noviembre de 2026. Regístrelas como no emitidas para compensarlas o acreditarlas.',
  );
  expect(lostText('week', [{ from: '2026-11-23', unplaced: 1 }])).toBe(
    'Se perdió 1 unidad de la semana del 23/11/2026. Regístrela como no emitida para compensarla o acreditarla.',
  );
  expect(periodName('day', '2026-11-23')).toBe('23/11/2026');
});

const wanted = { days: ['1', '2'], from: '19:00', to: '21:00', place: 'first', avoided: ['film'] } as const;

test('a place is told in what it differs from what is preferred', () => {
  const at = { day: '2026-12-02', airs_at: '21:00', program_id: 'film' };
  expect(wishesMet(wanted, at)).toBe(0);
  expect(outsidePreferred(wanted, at, { place: 1, count: 2 })).toEqual([
    'se prefiere en lunes y martes',
    'se prefiere de 19:00 a 21:00',
    'se prefiere fuera de este programa',
    'se prefiere el primer lugar del corte',
  ]);
  const good = { day: '2026-12-01', airs_at: '19:00', program_id: null };
  expect(wishesMet(wanted, good)).toBe(3);
  expect(outsidePreferred(wanted, good, { place: 0, count: 2 })).toEqual([]);
});
