import { beneficiaryOf } from '@pauta/domain/billing/commissions/beneficiary.ts';
import { agencyTaxPostings, settlementPostings } from '@pauta/domain/billing/ledger/commission-postings.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { percentOf, round, sum } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import sql from 'sql-template-tag';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { postEntry } from '../../billing/ledger/post.ts';
import type { Transaction } from '../../platform/database/database.ts';

interface Due {
  readonly beneficiary_kind: string;
  readonly agency_id: string | null;
  readonly seller_id: string | null;
  readonly referral_id: string | null;
  readonly company_id: string;
  readonly bank_account_id: string | null;
  readonly lines: readonly {
    readonly commission_id: string;
    readonly invoice_id: string;
    readonly memo: string;
    readonly amount: string;
  }[];
}

/** How far each settlement has come, in turn. */
const ends = ['paid', 'paid', 'invoiced', 'draft'] as const;

const mostSettlements = 12;

/** Settlements of what was due of agencies, sellers and referrers six weeks ago, some of them paid, with their entries. */
export const insertSettlements = async (tx: Transaction, today: Date): Promise<void> => {
  const until = addDays(today.toISOString().slice(0, 10), -45);
  const people = await tx.query<{ id: string }>(sql`
    SELECT DISTINCT ON (o.name) u.id FROM users u JOIN user_roles r ON r.user_id = u.id JOIN roles o ON o.id = r.role_id
    WHERE o.name IN ('billing', 'finance') AND u.status = 'active' ORDER BY o.name, u.id`);
  const [prepared, approved] = people;
  if (!prepared || !approved || prepared.id === approved.id) return;
  const due = await tx.query<Due>(sql`
    SELECT c.beneficiary_kind, c.agency_id, c.seller_id, c.referral_id, i.company_id, (
        SELECT b.id FROM bank_accounts b WHERE b.company_id = i.company_id AND b.currency_code = 'DOP' ORDER BY b.id LIMIT 1)
        AS bank_account_id,
      jsonb_agg(jsonb_build_object('commission_id', c.id, 'invoice_id', c.invoice_id, 'memo', c.name,
        'amount', (c.due_amount - c.settled_amount)::text) ORDER BY c.id) AS lines
    FROM agency_commissions c JOIN invoices i ON i.id = c.invoice_id
    WHERE c.due_amount <> c.settled_amount AND c.accrued_on <= ${until}::date AND c.currency_code = 'DOP'
      -- Nobody approves what they are paid.
      AND c.seller_id IS DISTINCT FROM ${approved.id}::uuid
    GROUP BY 1, 2, 3, 4, 5 ORDER BY row_number() OVER (
        PARTITION BY c.beneficiary_kind ORDER BY i.company_id, c.agency_id, c.seller_id, c.referral_id), 1, 2, 3, 4, 5
    LIMIT ${mostSettlements}`);
  for (const [place, row] of due.entries()) {
    const {
      beneficiary_kind: kind,
      agency_id,
      seller_id,
      referral_id,
      company_id,
      bank_account_id,
      lines,
    } = row;
    const total = sum(lines.map(({ amount }) => amount));
    if (compareDecimals(total, '0') <= 0 || bank_account_id === null) continue;
    const end = ends[place % ends.length] ?? 'draft';
    const number = await takeNumber(tx, { series: 'settlement', company: company_id });
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO commission_settlements (number, company_id, beneficiary_kind, agency_id, seller_id, referral_id, until,
        currency_code, total, prepared_by_id)
      VALUES (${number}, ${company_id}::uuid, ${kind}, ${agency_id}::uuid, ${seller_id}::uuid, ${referral_id}::uuid,
        ${until}::date, 'DOP', ${total}::numeric, ${prepared.id}::uuid) RETURNING id`);
    if (!made) throw new Error('inserting a settlement answers its id');
    const positions = positionsAt([], 0, lines.length);
    await tx.query(sql`
      INSERT INTO commission_settlement_lines (id, settlement_id, position, memo, invoice_id, commission_id, amount)
      SELECT l.id, ${made.id}::uuid, l.position, l.memo, l.invoice_id, l.commission_id, l.amount
      FROM jsonb_to_recordset(${JSON.stringify(
        lines.map((line, index) => ({ ...line, id: newLineId(), position: positions[index] })),
      )}::jsonb) AS l (id uuid, position text, memo text, invoice_id uuid, commission_id uuid, amount numeric)`);
    if (end === 'draft') continue;
    const entry = {
      companyId: company_id,
      source: { kind: 'settlement' as const, id: made.id },
      currency: 'DOP',
      fxRate: null,
    };
    const tax = agency_id === null ? '0.00' : round(percentOf(total, '18'), 2);
    const invoicedOn = addDays(until, 10);
    await tx.query(sql`
      UPDATE commission_settlements SET status = 'approved', approved_by_id = ${approved.id}::uuid WHERE id = ${made.id}::uuid`);
    if (agency_id !== null) {
      await tx.query(sql`
        UPDATE commission_settlements SET status = 'invoiced', agency_number = ${`B01${String(place + 41).padStart(8, '0')}`},
          agency_date = ${invoicedOn}::date, agency_tax = ${tax}::numeric WHERE id = ${made.id}::uuid`);
      await postEntry(tx, {
        ...entry,
        postedOn: invoicedOn,
        description: `Factura de la agencia de ${number}`,
        postings: agencyTaxPostings(tax, agency_id),
      });
    }
    if (end !== 'paid') continue;
    const paidOn = addDays(until, 20);
    await tx.query(sql`
      UPDATE commission_settlements SET status = 'paid', paid_on = ${paidOn}::date,
        bank_account_id = ${bank_account_id}::uuid, payment_reference = ${`TR-${8100 + place}`} WHERE id = ${made.id}::uuid`);
    await postEntry(tx, {
      ...entry,
      postedOn: paidOn,
      description: `Pago de ${number}`,
      postings: settlementPostings({ total, tax }, { role: 'bank' }, beneficiaryOf({ ...row })),
    });
  }
};
