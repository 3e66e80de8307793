import type { EntrySource } from '@pauta/domain/billing/ledger/journal-entry.ts';
import { postingAccounts } from '@pauta/domain/billing/ledger/posting-account.ts';
import { type PostingRole, postingRoles } from '@pauta/domain/billing/ledger/posting-role.ts';
import type { PostedTo, Posting } from '@pauta/domain/billing/ledger/postings.ts';
import { glAccounts } from '@pauta/domain/catalogues/finance.ts';
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

/** A posting whose account is known. */
type AccountPosting = Omit<Posting, 'to'> & { readonly accountId: string };

const missing = (text: string, of: { readonly label: string; readonly screen: string }) =>
  refusalOf([{ code: 'posting_account_missing', text, fix: { label: of.label, path: `/${of.screen}` } }]);

/** Looks up the accounts of postings. @throws Problem 409 `posting_account_missing` */
const withAccounts = async (tx: Transaction, postings: readonly Posting[]): Promise<AccountPosting[]> => {
  const accounts = await tx.query<Account>(
    preparedStatement(sql`
      SELECT p.role, p.platform_id, a.id AS gl_account_id FROM posting_accounts p
      LEFT JOIN gl_accounts a ON a.id = p.gl_account_id AND a.is_postable AND a.archived_at IS NULL`),
  );
  const chosen = postings.flatMap(({ to }) => ('accountId' in to ? [to.accountId] : []));
  const [closed] = await tx.query<{ name: string }>(
    preparedStatement(sql`
      SELECT concat_ws(' ', code, name) AS name FROM gl_accounts
      WHERE id = ANY(${chosen}::uuid[]) AND NOT (is_postable AND archived_at IS NULL) ORDER BY code`),
  );
  if (closed)
    throw missing(`La cuenta contable «${closed.name}» no recibe asientos. Elija una que los reciba.`, {
      label: glAccounts.label.many,
      screen: glAccounts.screen,
    });
  const find = (role: PostingRole, platformId: string | null) =>
    accounts.find((one) => one.role === role && one.platform_id === platformId)?.gl_account_id;
  const accountOf = (to: PostedTo): string => {
    if ('accountId' in to) return to.accountId;
    const account = (to.platformId && find(to.role, to.platformId)) || find(to.role, null);
    if (account) return account;
    throw missing(`Falta la cuenta contable de «${postingRoles[to.role]}». Elija una que reciba asientos.`, {
      label: 'Cuentas de asientos',
      screen: postingAccounts.screen,
    });
  };
  return postings.map(({ to, ...posting }) => ({ ...posting, accountId: accountOf(to) }));
};

const writeEntry = async (
  tx: Transaction,
  { companyId, postedOn, description, source, currency, fxRate }: Omit<NewEntry, 'postings'>,
  postings: readonly AccountPosting[],
): Promise<void> => {
  const [debit, credit] = [sum(postings.map((one) => one.debit)), sum(postings.map((one) => one.credit))];
  if (debit !== credit) throw new Error(`${source.kind} ${source.id} posts ${debit} and ${credit}`);
  const memo = description.slice(0, 200);
  const positions = positionsAt([], 0, postings.length);
  const lines = postings.map((one, index) => ({
    id: newLineId(),
    position: positions[index],
    gl_account_id: one.accountId,
    debit: one.debit,
    credit: one.credit,
    client_id: one.clientId ?? null,
    agency_id: one.agencyId ?? null,
    invoice_id: one.invoiceId ?? null,
    seller_id: one.sellerId ?? null,
    referral_id: one.referralId ?? null,
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
        (id, entry_id, position, gl_account_id, memo, debit, credit, client_id, agency_id, invoice_id, seller_id,
        referral_id)
      SELECT l.id, ${row.id}::uuid, l.position, l.gl_account_id, ${memo}, l.debit, l.credit, l.client_id, l.agency_id,
        l.invoice_id, l.seller_id, l.referral_id
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l (id uuid, position text, gl_account_id uuid,
        debit numeric, credit numeric, client_id uuid, agency_id uuid, invoice_id uuid, seller_id uuid, referral_id uuid)`),
  );
};

/**
 * Writes an entry of the ledger, unless there is nothing to post. The company's counter of entries stays locked until the
 * transaction ends, so lock documents before and post late.
 *
 * @throws Problem 409 `posting_account_missing`, or of a closed month
 * @throws Error when debits and credits differ, a programming error, which the database refuses too
 */
export const postEntry = async (tx: Transaction, { postings, ...entry }: NewEntry): Promise<void> => {
  if (postings.length > 0) await writeEntry(tx, entry, await withAccounts(tx, postings));
};

/**
 * Posts the opposite of the entries of a document, on another day: debits become credits of the same accounts, also of
 * accounts that receive no entries any more.
 *
 * @param of kinds of entries to take back; of a document with entries in several currencies, those of one
 */
export const reverseEntries = async (
  tx: Transaction,
  of: { readonly kinds: readonly EntrySource[]; readonly id: string; readonly currency?: string },
  entry: Omit<NewEntry, 'postings'>,
): Promise<void> => {
  const lines = await tx.query<AccountPosting>(sql`
    SELECT l.gl_account_id AS "accountId", l.credit::text AS debit, l.debit::text AS credit, l.client_id AS "clientId",
      l.agency_id AS "agencyId", l.invoice_id AS "invoiceId", l.seller_id AS "sellerId", l.referral_id AS "referralId"
    FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id
    WHERE e.source_id = ${of.id} AND e.source_kind = ANY(${of.kinds}::text[])
      AND e.currency_code = coalesce(${of.currency ?? null}::text, e.currency_code) ORDER BY e.entry_no, l.position`);
  if (lines.length > 0) await writeEntry(tx, entry, lines);
};
