import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** Days until the promised day of each promise, in turn; a past one was broken. */
const promisedIn = [5, 12, -9, 26] as const;
const sayers = ['Luis Peña', 'Cuentas por pagar', 'Ana Lucía Ñáñez', 'Gerente financiero'] as const;

const mostPromises = 24;

/** The collection from the accounts that are overdue: who collects, what was promised, and whose credit is held by itself. */
export const insertCollections = async (tx: Transaction, today: Date): Promise<void> => {
  const day = today.toISOString().slice(0, 10);
  await tx.query(sql`SELECT follow_overdue_accounts()`);
  // In turn, without depending on the ids of the collectors; every fifth has nobody yet.
  await tx.query(sql`
    WITH people AS (
      SELECT u.id, row_number() OVER (ORDER BY u.full_name, u.id) - 1 AS place, count(*) OVER () AS total
      FROM users u JOIN user_roles r ON r.user_id = u.id JOIN roles o ON o.id = r.role_id
      WHERE o.name = 'collections' AND u.status = 'active'),
    cases AS (SELECT id, row_number() OVER (ORDER BY overdue_since, name, id) AS place FROM collection_cases WHERE status = 'open')
    UPDATE collection_cases c SET collector_id = p.id, next_action_on = ${day}::date + (n.place % 9 - 2)::integer
    FROM cases n JOIN people p ON p.place = n.place % p.total WHERE c.id = n.id AND n.place % 5 <> 0`);
  const owing = await tx.query<{
    client_id: string | null;
    agency_id: string | null;
    currency_code: string;
    amount: string;
  }>(sql`
    SELECT c.client_id, c.agency_id, c.currency_code, round(overdue(c) / 2, 2)::text AS amount FROM collection_cases c
    WHERE c.status = 'open' AND overdue(c) > 1 ORDER BY c.overdue_since DESC, c.name, c.id LIMIT ${mostPromises}`);
  for (const [place, { client_id, agency_id, currency_code, amount }] of owing.entries()) {
    const days = promisedIn[place % promisedIn.length] ?? 5;
    const promised = addDays(day, days);
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO payment_promises (name, client_id, agency_id, currency_code, amount, promised_on, said_by, created_at)
      VALUES (${`${formatAmount({ currency: currency_code, amount })} · ${formatCivilDate(promised)}`}, ${client_id}::uuid,
        ${agency_id}::uuid, ${currency_code}, ${amount}::numeric, ${promised}::date, ${sayers[place % sayers.length] ?? ''},
        ${addDays(promised, -30)}::date)
      RETURNING id`);
    if (days < 0)
      await tx.query(sql`UPDATE payment_promises SET status = 'broken' WHERE id = ${row?.id}::uuid`);
  }
  await tx.query(sql`SELECT review_credit(client_id, agency_id) FROM credit_to_review()`);
  await insertLetter(tx, day);
};

/** A letter that was sent a few days ago to the account of the oldest case with a contact that can be reached. */
const insertLetter = (tx: Transaction, day: string) =>
  tx.query(sql`
    WITH letter AS (
      INSERT INTO collection_letters (subject, case_id, stage_id, recipient, email, sent_at, sender_id, body)
      SELECT replace(s.subject, '{cuenta}', c.name), c.id, s.id, p.full_name, p.primary_email,
        (${day}::date - 4)::timestamptz + interval '15 hours', c.collector_id,
        'Le pedimos que nos confirme cuándo pagará lo que ' || c.name || ' tiene vencido. Adjuntamos el detalle de las facturas en el estado de cuenta.'
      FROM collection_cases c JOIN collection_stages s ON s.id = c.stage_id
        JOIN contacts p ON p.id = usual_billing_contact(c.client_id, c.agency_id, CASE WHEN c.client_id IS NULL THEN 'agency' ELSE 'client' END)
      WHERE c.status = 'open' AND c.collector_id IS NOT NULL AND p.primary_email IS NOT NULL AND NOT p.email_bounced
      ORDER BY c.overdue_since, c.name, c.id LIMIT 1
      RETURNING case_id, sent_at)
    UPDATE collection_cases c SET letter_sent_at = l.sent_at FROM letter l WHERE c.id = l.case_id`);
