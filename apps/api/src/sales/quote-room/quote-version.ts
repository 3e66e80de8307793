import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { type QuoteContent, quoteContent } from '@pauta/domain/sales/quotes/quote-content.ts';
import sql from 'sql-template-tag';
import { readIssuer } from '../../admin/settings/letterhead.ts';
import { readSetting } from '../../admin/settings/store.ts';
import { contentHash } from '../../approval/content-hash.ts';
import { canonicalJson } from '../../document/canonical-json.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';

/** The content of a version of a quote, with its SHA-256. */
export interface QuoteVersion {
  readonly content: QuoteContent;
  readonly hash: string;
  /** ISO instant at which it was fixed. */
  readonly at: string;
}

interface PartyRow {
  readonly client: QuoteContent['parties']['client'];
  readonly agency: QuoteContent['parties']['agency'];
  readonly seller: QuoteContent['parties']['seller'];
  readonly days: Readonly<Record<string, readonly string[] | null>> | null;
}

/** What a quote says now. For one that was sent: what it says for ever, once {@link fixVersion} stored it. */
export const readContent = async (database: Queryable, quoteId: string): Promise<QuoteContent> => {
  const quote = parseRecord(await readRecord(database, tableOf(quotes), quoteId, 'system'));
  const spaces = linesIn(quote, 'lines').flatMap((line) => referenceId(line.inventory_item_id) ?? []);
  const parties = await database.one<PartyRow>(sql`
    SELECT json_build_object('legal_name', c.legal_name, 'tax_id', c.tax_id, 'address', c.address_line) AS client,
      CASE WHEN a.id IS NOT NULL THEN
        json_build_object('legal_name', a.legal_name, 'tax_id', a.tax_id, 'address', a.address_line) END AS agency,
      json_build_object('name', u.full_name, 'email', u.email) AS seller,
      (SELECT json_object_agg(i.id, i.days) FROM inventory_items i WHERE i.id = ANY(${spaces}::uuid[])) AS days
    FROM quotes q JOIN clients c ON c.id = q.client_id LEFT JOIN agencies a ON a.id = q.agency_id
      JOIN users u ON u.id = q.owner_id
    WHERE q.id = ${quoteId}::uuid`);
  if (!parties) throw new Error(`${quotes.name} ${quoteId} is gone`);
  const { name, details, footer } = await readIssuer(database, [referenceId(quote.company_id) ?? '']);
  const { days, ...people } = parties;
  return quoteContent(quote, {
    ...people,
    company: { name, details, footer },
    terms: String((await readSetting(database, 'quote_terms')) ?? ''),
    daysOfSpaces: days ?? {},
  });
};

/** The stored content of a quote that was sent; undefined of a draft, and of one sent by an earlier release. */
export const findVersion = async (
  database: Queryable,
  quoteId: string,
): Promise<QuoteVersion | undefined> => {
  const row = await database.one<{ content: string; hash: string; at: string }>(sql`
    SELECT content, hash, to_json(created_at) #>> '{}' AS at FROM quote_versions WHERE quote_id = ${quoteId}::uuid`);
  return row && { ...row, content: JSON.parse(row.content) as QuoteContent };
};

/**
 * Stores what a quote says, in the transaction that sends it; its row is locked. A quote that an earlier release sent gets its content
 * when it is first needed: it is frozen, so that it still says the same.
 */
export const fixVersion = async (tx: Transaction, quoteId: string): Promise<QuoteVersion> => {
  const known = await findVersion(tx, quoteId);
  if (known) return known;
  const content = await readContent(tx, quoteId);
  const text = canonicalJson(content);
  await tx.query(sql`
    INSERT INTO quote_versions (quote_id, content, hash)
    VALUES (${quoteId}::uuid, ${text}, ${contentHash(content)})`);
  const fixed = await findVersion(tx, quoteId);
  if (!fixed) throw new Error(`the content of ${quotes.name} ${quoteId} was not stored`);
  return fixed;
};
