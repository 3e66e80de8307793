import { multiply, round } from '@pauta/domain/money/arithmetic.ts';
import type { CurrencyAmount } from '@pauta/domain/money/currency-amount.ts';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { reasonRow } from '../../approval/approvals.ts';
import { contentHash } from '../../approval/content-hash.ts';
import { creditContent, creditReasons } from '../../credit/credit-approval.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { Random } from '../random.ts';
import { type Account, workingMoment } from './accounts.ts';

const day = 86_400_000;

const proposals = [
  ['1.5', 'Duplicó su inversión este año y paga antes de la fecha.'],
  ['2', 'Cerró la campaña de temporada y necesita margen hasta enero.'],
  ['1.25', 'Abre dos sucursales en el trimestre y pautará en radio.'],
] as const;

/** Recent credit proposals that are not decided yet, as content of the approvals inbox. */
export const insertCreditProposals = async (
  tx: Transaction,
  random: Random,
  { clients, today }: { clients: readonly Account[]; today: Date },
): Promise<void> => {
  const eligible = clients.filter(({ row, status }) => status === 'active' && row.credit_limit !== null);
  const rows: Row[] = [];
  const approvals: Row[] = [];
  for (const [index, client] of random.some(eligible, proposals.length).entries()) {
    const [factor, reason] = proposals[index] ?? proposals[0];
    const currency = String(client.row.currency_code);
    const present = { amount: round(String(client.row.credit_limit), 2), currency };
    const proposed: CurrencyAmount = { amount: round(multiply(present.amount, factor), 2), currency };
    const at = workingMoment(random, new Date(today.getTime() - 2 * day), today);
    const folio = await takeNumber(tx, { series: 'credit_proposal' });
    const id = random.id(at);
    rows.push({
      id,
      folio,
      client_id: client.id,
      current_limit: present.amount,
      current_currency_code: currency,
      proposed_limit: proposed.amount,
      currency_code: currency,
      reason,
      proposed_by_id: client.seller,
      created_at: at,
    });
    const reasons = creditReasons(present, proposed);
    approvals.push({
      kind: 'credit_proposal',
      record_id: id,
      title: `${folio} · ${client.name}`,
      content_hash: contentHash(creditContent(client.id, proposed)),
      reasons: reasons.map(reasonRow),
      effect: reasons[0]?.effect?.amount,
      effect_currency: currency,
      requested_by_id: client.seller,
      created_at: at,
    });
  }
  await insertRows(tx, 'credit_proposals', rows);
  await insertRows(tx, 'approvals', approvals);
};
