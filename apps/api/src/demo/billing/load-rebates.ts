import { rebatePaymentPostings, rebatePostings } from '@pauta/domain/billing/ledger/rebate-postings.ts';
import { rebatePeriod } from '@pauta/domain/billing/rebates/rebate-period.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import { postEntry } from '../../billing/ledger/post.ts';
import type { Transaction } from '../../platform/database/database.ts';

interface Earned {
  readonly agency_id: string;
  readonly agency: string;
  readonly company_id: string;
  readonly bank_account_id: string | null;
  readonly volume: string;
  readonly pct: string;
  readonly amount: string;
}

const tiers = [
  { from: '10000.00', pct: '1.0000' },
  { from: '250000.00', pct: '2.0000' },
];

/** How far each rebate has come, in turn. */
const ends = ['paid', 'approved', 'accrued'] as const;

/** An agreement on volume with the agencies that buy most, and what they got for the quarter before this one. */
export const insertRebates = async (tx: Transaction, today: Date): Promise<void> => {
  const quarter = rebatePeriod('quarter', today.toISOString().slice(0, 10));
  const before = rebatePeriod('quarter', addDays(quarter.from, -1));
  const people = await tx.query<{ id: string }>(sql`
    SELECT DISTINCT ON (o.name) u.id FROM users u JOIN user_roles r ON r.user_id = u.id JOIN roles o ON o.id = r.role_id
    WHERE o.name IN ('billing', 'finance') AND u.status = 'active' ORDER BY o.name, u.id`);
  const [prepared, approved] = people;
  if (!prepared || !approved || prepared.id === approved.id) return;
  const agreement = await tx.one<{ id: string; name: string }>(sql`
    INSERT INTO volume_rebates (name, period, base, currency_code, tiers, valid)
    VALUES ('Volumen trimestral', 'quarter', 'net', 'DOP', ${JSON.stringify(tiers)}::jsonb, '[2020-01-01,)')
    RETURNING id, name`);
  if (!agreement) throw new Error('inserting an agreement answers its id');
  const earned = await tx.query<Earned>(sql`
    SELECT a.id AS agency_id, a.trade_name AS agency, k.id AS company_id, v.volume::text, t.pct::text,
      round(v.volume * t.pct / 100, 2)::text AS amount, (
        SELECT b.id FROM bank_accounts b WHERE b.company_id = k.id AND b.currency_code = 'DOP' ORDER BY b.id LIMIT 1)
        AS bank_account_id
    FROM agencies a CROSS JOIN companies k CROSS JOIN LATERAL (
        SELECT rebate_volume(a.id, k.id, daterange(${before.from}::date, ${before.to}::date, '[]'), 'DOP', 'net') AS volume) v
      CROSS JOIN LATERAL (
        SELECT (e ->> 'pct')::numeric AS pct FROM jsonb_array_elements(${JSON.stringify(tiers)}::jsonb) e
        WHERE (e ->> 'from')::numeric <= v.volume ORDER BY (e ->> 'from')::numeric DESC LIMIT 1) t
    WHERE a.archived_at IS NULL ORDER BY v.volume DESC, a.id LIMIT 6`);
  await tx.query(sql`
    UPDATE agencies SET volume_rebate_id = ${agreement.id}::uuid
    WHERE id = ANY(${earned.map(({ agency_id }) => agency_id)}::uuid[])`);
  for (const [place, one] of earned.entries()) {
    const end = one.bank_account_id === null ? 'accrued' : (ends[place % ends.length] ?? 'accrued');
    const name = `${agreement.name} · ${one.agency} · ${before.from} a ${before.to}`.slice(0, 200);
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO rebate_accruals (name, company_id, agency_id, volume_rebate_id, period, base, currency_code, base_amount,
        pct, amount, prepared_by_id)
      VALUES (${name}, ${one.company_id}::uuid, ${one.agency_id}::uuid, ${agreement.id}::uuid,
        daterange(${before.from}::date, ${before.to}::date, '[]'), 'net', 'DOP', ${one.volume}::numeric, ${one.pct}::numeric,
        ${one.amount}::numeric, ${prepared.id}::uuid)
      RETURNING id`);
    if (!made) throw new Error('inserting a rebate answers its id');
    const entry = {
      companyId: one.company_id,
      postedOn: quarter.from,
      source: { kind: 'rebate' as const, id: made.id },
      currency: 'DOP',
      fxRate: null,
    };
    await postEntry(tx, {
      ...entry,
      description: `Bonificación por volumen · ${name}`,
      postings: rebatePostings(one.amount, one.agency_id),
    });
    if (end === 'accrued') continue;
    await tx.query(sql`
      UPDATE rebate_accruals SET status = 'approved', approved_by_id = ${approved.id}::uuid WHERE id = ${made.id}::uuid`);
    if (end === 'approved') continue;
    await tx.query(sql`
      UPDATE rebate_accruals SET status = 'paid', paid_on = ${quarter.from}::date,
        bank_account_id = ${one.bank_account_id}::uuid, payment_reference = ${`TR-${8300 + place}`} WHERE id = ${made.id}::uuid`);
    await postEntry(tx, {
      ...entry,
      description: `Pago de bonificación · ${name}`,
      postings: rebatePaymentPostings(one.amount, { role: 'bank' }, one.agency_id),
    });
  }
};
