import { exchangePostings, posting } from '@pauta/domain/billing/ledger/postings.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { postEntry } from './post.ts';

/** The document that realises a difference, a payment or a credit note, and its entry. */
export interface Realisation {
  readonly companyId: string;
  /** Civil day, `YYYY-MM-DD`, of an open month. */
  readonly postedOn: string;
  /** Number of the document. */
  readonly name: string;
  readonly sourceId: string;
}

interface Difference {
  readonly accountId: string;
  readonly clientId: string | null;
  readonly agencyId: string | null;
  readonly invoiceId: string | null;
  readonly amount: string;
}

const post = async (
  tx: Transaction,
  { companyId, postedOn, name, sourceId }: Realisation,
  description: string,
  postings: Parameters<typeof postEntry>[1]['postings'],
): Promise<void> => {
  if (postings.length === 0) return;
  const company = await tx.one<{ currency_code: string }>(
    sql`SELECT currency_code FROM companies WHERE id = ${companyId}::uuid`,
  );
  await postEntry(tx, {
    companyId,
    postedOn,
    description: `${description} de ${name}`,
    source: { kind: 'exchange', id: sourceId },
    currency: company?.currency_code ?? '',
    fxRate: null,
    postings,
  });
};

/**
 * Posts the exchange difference that a payment or a credit note realises, in the currency of the company: afterwards each
 * of the invoices is owed what it is owed in its currency, at its own rate, and so one that is settled is owed nothing.
 * The same holds for what is not applied of the payment. The invoices and the payment are locked, and all other entries
 * are posted.
 *
 * @param payment id of the payment, if it is one
 */
export const realiseExchange = async (
  tx: Transaction,
  of: Realisation,
  invoices: readonly string[],
  payment: string | null = null,
): Promise<void> => {
  const differences = await tx.query<Difference>(sql`
    SELECT gl_account_id AS "accountId", invoice_id AS "invoiceId", client_id AS "clientId", agency_id AS "agencyId",
      amount::numeric(18,2)::text AS amount
    FROM exchange_differences(${invoices}::uuid[], ${payment}::uuid) WHERE amount <> 0
    ORDER BY invoice_id, gl_account_id`);
  await post(tx, of, 'Diferencia cambiaria', exchangePostings(differences));
};

/**
 * Takes back the exchange differences that a payment or a credit note realised, in the accounts in which they were
 * posted, so that gain and loss are as if it had never been applied.
 */
export const takeBackExchange = async (tx: Transaction, of: Realisation): Promise<void> => {
  const net = await tx.query<Difference>(sql`
    SELECT l.gl_account_id AS "accountId", l.invoice_id AS "invoiceId", l.client_id AS "clientId",
      l.agency_id AS "agencyId", sum(l.debit - l.credit)::text AS amount
    FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id
    WHERE e.source_id = ${of.sourceId} AND e.source_kind = 'exchange'
    GROUP BY 1, 2, 3, 4 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 2, 1`);
  await post(
    tx,
    of,
    'Reverso de diferencia cambiaria',
    net.flatMap(({ accountId, amount, clientId, agencyId, invoiceId }) =>
      posting({ accountId }, 'credit', amount, { clientId, agencyId, invoiceId }),
    ),
  );
};
