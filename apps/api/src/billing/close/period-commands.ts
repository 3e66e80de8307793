import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { deferIncome } from '../ledger/defer-income.ts';
import { readCloseItems } from './close-checks.ts';

/**
 * Closes a month: what is still open has to be accepted, and the period keeps what it was; what was billed ahead of its
 * delivery is posted as deferred income, while the month still takes entries.
 */
const close: StateChangeHandler = async ({ tx, actor }, period, input) => {
  const books = { companyId: referenceId(period.company_id) ?? '', month: String(period.month) };
  const items = await readCloseItems(tx, books);
  const open = items.map(({ text }) => text).join(', ');
  if (open !== '' && input.with_open !== true)
    throw invalid({ with_open: [`Queda pendiente: ${open}. Resuélvalo, o marque que cierra así.`] });
  await deferIncome(tx, { ...books, id: String(period.id), name: String(period.name) });
  return {
    closed_by_id: actor.userId,
    left_open: open === '' ? null : open.slice(0, 1000),
    reopening_by_id: null,
    reopening_reason: null,
    reopened_by_id: null,
  };
};

const askReopening: StateChangeHandler = async ({ actor }, _period, { reason }) => ({
  reopening_by_id: actor.userId,
  reopening_reason: reason,
});

const reopen: StateChangeHandler = async ({ actor }) => ({ reopened_by_id: actor.userId });

/** Commands of fiscal periods. */
export const periodCommands = { close, ask_reopening: askReopening, reopen };
