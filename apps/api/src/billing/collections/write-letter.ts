import { fillLetter, type LetterFacts } from '@pauta/domain/billing/collections/letter-text.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { PrintedLetter } from './print-letter.ts';

/** The letter of a case in its stage. */
export interface WrittenLetter extends PrintedLetter {
  readonly stage_id: string;
  readonly next_action_days: number;
  readonly company: string;
  /** Null if the contact has no address that can be reached. */
  readonly email: string | null;
}

/**
 * Writes the letter of a case: the text of its stage, about what is overdue and not disputed.
 *
 * @throws Problem 409 if the case has no stage, nothing to collect, or nobody to write to
 */
export const writeLetter = async (
  app: FastifyInstance,
  database: Queryable,
  caseId: string,
): Promise<WrittenLetter> => {
  const row = await database.one<{
    readonly account: string;
    readonly today: string;
    readonly days: number;
    readonly stage_id: string | null;
    readonly subject: string;
    readonly body: string;
    readonly next_action_days: number;
    readonly contact: string | null;
    readonly email: string | null;
    readonly companies: readonly string[];
    readonly invoices: LetterFacts['invoices'];
    readonly overdue: LetterFacts['overdue'];
  }>(sql`
    WITH late AS (
      SELECT i.company_id, i.currency_code AS currency, coalesce(i.fiscal_number, i.internal_no) AS number,
        (SELECT min(d.due_on) FROM dues_of(i) d) AS due, collectable_on(i, business_date() - 1) AS balance
      FROM collection_cases c, owed_invoices(c.client_id, c.agency_id) i WHERE c.id = ${caseId}::uuid),
    owed AS (SELECT * FROM late WHERE balance > 0)
    SELECT coalesce(k.legal_name, a.legal_name) AS account, business_date()::text AS today,
      coalesce(business_date() - (SELECT min(due) FROM owed), 0) AS days, c.stage_id, s.subject, s.body, s.next_action_days,
      p.full_name AS contact, CASE WHEN NOT p.email_bounced THEN p.primary_email END AS email,
      (SELECT coalesce(json_agg(DISTINCT company_id), '[]') FROM owed) AS companies,
      (SELECT coalesce(json_agg(json_build_object('number', number, 'due', due, 'currency', currency,
        'balance', balance::text) ORDER BY due, number), '[]') FROM owed) AS invoices,
      (SELECT coalesce(json_agg(json_build_object('currency', currency, 'amount', amount::text) ORDER BY currency), '[]')
        FROM (SELECT currency, sum(balance)::numeric(18,2) AS amount FROM owed GROUP BY 1) o) AS overdue
    FROM collection_cases c LEFT JOIN clients k ON k.id = c.client_id LEFT JOIN agencies a ON a.id = c.agency_id
      LEFT JOIN collection_stages s ON s.id = c.stage_id
      LEFT JOIN contacts p ON p.id = usual_billing_contact(c.client_id, c.agency_id,
        CASE WHEN c.client_id IS NULL THEN 'agency' ELSE 'client' END)
    WHERE c.id = ${caseId}::uuid`);
  if (!row) throw new Error(`there is no collection case ${caseId}`);
  const { account, today, days, stage_id, next_action_days, contact, email, companies, invoices, overdue } =
    row;
  if (stage_id === null)
    throw conflict('no_stage', 'La cuenta todavía no llega a los días de la primera etapa de cobro.');
  if (invoices.length === 0)
    throw conflict('nothing_overdue', 'La cuenta no tiene nada vencido fuera de sus disputas.');
  if (contact === null)
    throw conflict(
      'unreachable_billing_contact',
      'La cuenta no tiene un contacto con correo: agregue uno de facturación en Contactos.',
    );
  const { name: company } = await readLetterhead(app, companies, database);
  const facts: LetterFacts = { account, contact, company, today, days, overdue, invoices };
  return {
    account,
    recipient: contact,
    email,
    stage_id,
    next_action_days,
    subject: fillLetter(row.subject, facts),
    body: fillLetter(row.body, facts),
    day: today,
    companies,
    company,
  };
};
