import type { EntrySource } from '@pauta/domain/billing/ledger/journal-entry.ts';
import { postingAccounts } from '@pauta/domain/billing/ledger/posting-account.ts';
import { type PostingRole, postingRoles } from '@pauta/domain/billing/ledger/posting-role.ts';
import type { PostedTo, Posting } from '@pauta/domain/billing/ledger/postings.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import sql from 'sql-template-tag';
import { preparedStatement, type Transaction } from '../../platform/database/database.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';

/** An entry of the ledger before it is written. */
export interface NewEntry {
  readonly companyId: string;
  /** Civil day, `YYYY-MM-DD`, of an open month. */
  readonly postedOn: string;
  readonly description: string;
  readonly source: { readonly kind: EntrySource; readonly id: string };
  readonly currency: string;
  readonly fxRate: string | null;
  readonly postings: readonly Posting[];
}

interface Account {
  readonly role: PostingRole;
  readonly platform_id: string | null;
  readonly gl_account_id: string | null;
}

const accountFinder = async (tx: Transaction): Promise<(to: PostedTo) => string> => {
  const accounts = await tx.query<Account>(
    preparedStatement(sql`
      SELECT p.role, p.platform_id, a.id AS gl_account_id FROM posting_accounts p
      LEFT JOIN gl_accounts a ON a.id = p.gl_account_id AND a.is_postable AND a.archived_at IS NULL`),
  );
  const find = (role: PostingRole, platformId: string | null) =>
    accounts.find((one) => one.role === role && one.platform_id === platformId)?.gl_account_id;
  return (to) => {
    if ('accountId' in to) return to.accountId;
    const account = (to.platformId && find(to.role, to.platformId)) || find(to.role, null);
    if (account) return account;
    throw refusalOf([
      {
        code: 'posting_account_missing',
        text: `Falta la cuenta contable de «${postingRoles[to.role]}». Elija una que reciba asientos.`,
        fix: { label: 'Cuentas de asientos', path: `/${postingAccounts.screen}` },
      },
    ]);
  };
};

/**
 * Writes an entry of the ledger. The company's counter of entries stays locked until the transaction ends, so lock
 * documents before and post late.
 *
 * @returns its id; null when there is nothing to post
 * @throws Problem 409 `posting_account_missing`, or of a closed month
 * @throws Error when debits and credits differ, a programming error, which the database refuses too
 */
export const postEntry = async (tx: Transaction, entry: NewEntry): Promise<string | null> => {
  const { companyId, postedOn, description, source, currency, fxRate, postings } = entry;
  if (postings.length === 0) return null;
  const accountOf = await accountFinder(tx);
  const [debit, credit] = [sum(postings.map((one) => one.debit)), sum(postings.map((one) => one.credit))];
  if (debit !== credit) throw new Error(`${source.kind} ${source.id} posts ${debit} and ${credit}`);
  const memo = description.slice(0, 200);
  const positions = positionsAt([], 0, postings.length);
  const lines = postings.map((one, index) => ({
    id: newLineId(),
    position: positions[index],
    gl_account_id: accountOf(one.to),
    debit: one.debit,
    credit: one.credit,
    client_id: one.clientId ?? null,
    agency_id: one.agencyId ?? null,
    invoice_id: one.invoiceId ?? null,
  }));
  const row = await tx.one<{ id: string }>(
    preparedStatement(sql`
      INSERT INTO journal_entries
        (company_id, posted_on, description, source_kind, source_id, currency_code, fx_rate, debit, credit)
      VALUES (${companyId}::uuid, ${postedOn}::date, ${memo}, ${source.kind}, ${source.id}, ${currency},
        ${fxRate}::numeric, ${debit}::numeric, ${credit}::numeric)
      RETURNING id`),
  );
  if (!row) throw new Error('inserting an entry answers its id');
  await tx.query(
    preparedStatement(sql`
      INSERT INTO journal_lines
        (id, entry_id, position, gl_account_id, memo, debit, credit, client_id, agency_id, invoice_id)
      SELECT l.id, ${row.id}::uuid, l.position, l.gl_account_id, ${memo}, l.debit, l.credit, l.client_id, l.agency_id,
        l.invoice_id
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l (id uuid, position text, gl_account_id uuid,
        debit numeric, credit numeric, client_id uuid, agency_id uuid, invoice_id uuid)`),
  );
  return row.id;
};

/**
 * Posts the opposite of the entries of a document, on another day: debits become credits of the same accounts.
 *
 * @param of kinds of entries to take back
 */
export const reverseEntries = async (
  tx: Transaction,
  of: { readonly kinds: readonly EntrySource[]; readonly id: string },
  entry: Omit<NewEntry, 'postings'>,
): Promise<void> => {
  const lines = await tx.query<{
    account: string;
    debit: string;
    credit: string;
    client: string | null;
    agency: string | null;
    invoice: string | null;
  }>(sql`
    SELECT l.gl_account_id AS account, l.debit::text, l.credit::text, l.client_id AS client, l.agency_id AS agency,
      l.invoice_id AS invoice
    FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id
    WHERE e.source_id = ${of.id} AND e.source_kind = ANY(${of.kinds}::text[]) ORDER BY e.entry_no, l.position`);
  await postEntry(tx, {
    ...entry,
    postings: lines.map(({ account, debit, credit, client, agency, invoice }) => ({
      to: { accountId: account },
      debit: credit,
      credit: debit,
      clientId: client,
      agencyId: agency,
      invoiceId: invoice,
    })),
  });
};
