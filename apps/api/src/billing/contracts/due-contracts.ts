import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import {
  electronicOf,
  needsTaxId,
  proposedDocument,
} from '@pauta/domain/billing/invoices/fiscal-document.ts';
import {
  type BillingReason,
  companyWithoutTaxId,
  contractReasons,
  type IssuerState,
  issuerReason,
  type NumberRange,
  numberReason,
  payerWithoutTaxId,
  periodClosed,
  rateMissing,
} from '@pauta/domain/billing/runs/billing-reasons.ts';
import type { FiscalDocument } from '@pauta/domain/finance/fiscal-documents.ts';
import { rncOf } from '@pauta/domain/fiscal/do/ecf/build-ecf.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Contracts in one answer, those that are due longest. */
export const mostDue = 200;

/** What issuing depends on of a company today. */
interface CompanyFacts {
  readonly name: string;
  readonly tax_id: string | null;
  readonly address: string | null;
  readonly today: string;
  readonly is_open: boolean;
  readonly issuer: Pick<IssuerState, 'id' | 'starts_on' | 'valid_to'> | null;
  readonly ranges: readonly (NumberRange & { readonly document: string })[];
}

interface PayerFacts {
  readonly of: 'client' | 'agency';
  readonly id: string;
  readonly name: string;
  readonly tax_id: string | null;
  readonly taxpayer_type: string;
  /** Net that is due of it. */
  readonly due: string;
}

interface Row extends Omit<DueContract, 'reasons'> {
  readonly credit_status: string;
  readonly is_suspended: boolean;
  readonly company: CompanyFacts;
  readonly company_currency: string;
  /** The day of the exchange rate that is missing; null if none is. */
  readonly rate_missing: string | null;
  readonly payers: readonly PayerFacts[];
}

/** Why the company cannot issue what a contract is billed with. */
const companyReasons = ({ company, company_currency, currency, rate_missing }: Row): BillingReason[] => {
  const { name, tax_id, address, today, is_open, issuer } = company;
  const electronic =
    issuer &&
    issuerReason({
      ...issuer,
      name,
      today,
      has_rnc: rncOf(tax_id) !== null,
      has_address: Boolean(address),
    });
  return [
    ...(tax_id === null ? [companyWithoutTaxId(name)] : []),
    ...(is_open ? [] : [periodClosed(today)]),
    ...(rate_missing === null ? [] : [rateMissing(currency, company_currency, rate_missing)]),
    ...(electronic ? [electronic] : []),
  ];
};

/** Why an invoice to a payer cannot be issued. */
const payerReasons = ({ company }: Row, payer: PayerFacts): BillingReason[] => {
  const paper = proposedDocument('invoice', payer.taxpayer_type) as FiscalDocument;
  const document = company.issuer ? electronicOf(paper) : paper;
  const ranges = company.ranges.filter((range) => range.document === document);
  const number = numberReason(document, ranges, company.today);
  return [
    ...(payer.tax_id === null && needsTaxId(paper, payer.due) ? [payerWithoutTaxId(payer.name, payer)] : []),
    ...(number ? [number] : []),
  ];
};

const withReasons = (row: Row): DueContract => {
  const { credit_status, is_suspended, company, company_currency, rate_missing, payers, ...due } = row;
  const reasons = [
    ...contractReasons({
      id: row.id,
      unproved: isZero(row.unproved) ? null : formatAmount({ currency: row.currency, amount: row.unproved }),
      is_due: !isZero(row.due),
      po_number: row.po_number,
      credit_status,
      is_suspended,
    }),
    ...companyReasons(row),
    ...payers.flatMap((payer) => payerReasons(row, payer)),
  ];
  // Two payers may lack the same range of numbers.
  return { ...due, reasons: [...new Map(reasons.map((one) => [one.text, one])).values()] };
};

/**
 * Contracts of which something is due or waits for evidence, each with every reason that concerns its invoice, in one
 * statement.
 *
 * @param where condition for the contract `c`: what the actor may see
 */
export const readDueContracts = async (
  database: Queryable,
  where: Sql,
  most: number = mostDue,
): Promise<DueContract[]> => {
  const rows = await database.query<Row>(sql`
    WITH company AS MATERIALIZED (
      SELECT o.id, jsonb_build_object('name', o.name, 'tax_id', o.tax_id, 'address', o.address, 'today', business_date(),
        'is_open', NOT EXISTS (
          SELECT FROM fiscal_periods f WHERE f.company_id = o.id AND f.status = 'closed'
            AND f.month = date_trunc('month', business_date())::date),
        'issuer', (
          SELECT jsonb_build_object('id', e.id, 'starts_on', e.starts_on,
            'valid_to', CASE WHEN k.issuer_id IS NOT NULL THEN e.certificate_valid_to END)
          FROM ecf_issuers e LEFT JOIN ecf_certificates k ON k.issuer_id = e.id
          WHERE e.company_id = o.id AND e.archived_at IS NULL AND e.starts_on <= business_date()),
        'ranges', (
          SELECT coalesce(jsonb_agg(jsonb_build_object('document', s.document, 'next', s.next_no, 'last', s.last_no,
            'expires', s.expires_on) ORDER BY s.first_no), '[]')
          FROM fiscal_sequences s WHERE s.company_id = o.id AND s.archived_at IS NULL)) AS facts
      FROM companies o)
    SELECT c.id, c.number, c.name, k.trade_name AS client, p.names AS payer, c.billing_plan,
      c.currency_code AS currency, c.po_number, b.lines, b.due::numeric(18,2)::text AS due,
      b.unproved::numeric(18,2)::text AS unproved, b.drafted::numeric(18,2)::text AS drafted, b.instalment::text,
      coalesce(i.planned, b.due + b.unproved)::numeric(18,2)::text AS planned,
      p.credit_status, c.status = 'suspended' AS is_suspended, p.payers, f.facts AS company,
      o.currency_code AS company_currency,
      CASE WHEN c.currency_code <> o.currency_code
          AND NOT EXISTS (SELECT FROM exchange_rate_on(c.currency_code, o.currency_code, business_date()))
        THEN last_working_day(business_date())::text END AS rate_missing
    FROM (
      SELECT contract_id, count(*) FILTER (WHERE net > 0)::integer AS lines, sum(net) AS due, sum(unproved) AS unproved,
        sum(drafted) AS drafted, max(instalment) AS instalment
      FROM billable_order_lines GROUP BY contract_id HAVING sum(net) > 0 OR sum(unproved) > 0) b
      JOIN contracts c ON c.id = b.contract_id JOIN companies o ON o.id = c.company_id JOIN company f ON f.id = o.id
      JOIN clients k ON k.id = c.client_id
      CROSS JOIN LATERAL (
        -- What the instalments say that is left to bill; null where there are none.
        SELECT greatest(0, sum(n.amount) FILTER (WHERE n.due_on <= billing_day())
          - (SELECT sum(l.billed_net) FROM order_lines l WHERE l.contract_id = c.id) - b.drafted) AS planned
        FROM instalments_in_force n WHERE n.contract_id = c.id) i
      CROSS JOIN LATERAL (
        -- Of several payers, the credit of the one that is held most.
        SELECT string_agg(p.name, ', ' ORDER BY p.place) AS names,
          (array_agg(p.credit_status ORDER BY array_position('{blocked,on_hold,in_review,active}'::text[], p.credit_status)))[1]
            AS credit_status,
          jsonb_agg(jsonb_build_object('of', p.bill_to, 'id', p.account_id, 'name', p.name,
            'tax_id', CASE p.bill_to WHEN 'agency' THEN g.tax_id ELSE n.tax_id END,
            'taxpayer_type', CASE p.bill_to WHEN 'agency' THEN g.taxpayer_type ELSE n.taxpayer_type END,
            'due', round(b.due * p.pct / 100, 2)::text) ORDER BY p.place) AS payers
        FROM payers_of(c) p LEFT JOIN clients n ON p.bill_to = 'client' AND n.id = p.account_id
          LEFT JOIN agencies g ON p.bill_to = 'agency' AND g.id = p.account_id) p
    WHERE ${where}
    ORDER BY b.due = 0, b.instalment NULLS LAST, c.number, c.id LIMIT ${most}`);
  return rows.map(withReasons);
};
