import { newLineId } from '@pauta/domain/document/line-id.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import type { QuoteCopy } from '@pauta/domain/sales/quotes/copy-quote.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import type { RecordText } from '../../resource/reading/read-record.ts';
import { insertDocument, judgeDocument } from '../../resource/writing/lines/write-document.ts';
import { checkParties } from '../lines/check-parties.ts';
import { usualEnd } from './usual-end.ts';

/** The accounts of a quote or contract, or those that they were merged into since. */
const currentAccounts = async (tx: Transaction, { client_id, agency_id }: AnyRecord): Promise<Values> => {
  const row = await tx.one<{ client_id: string; agency_id: string | null }>(sql`
    SELECT coalesce(c.merged_into_id, c.id) AS client_id, coalesce(a.merged_into_id, a.id) AS agency_id
    FROM clients c LEFT JOIN agencies a ON a.id = ${referenceId(agency_id)}::uuid
    WHERE c.id = ${referenceId(client_id)}::uuid`);
  if (!row) throw new Error('the client of a document is gone within its own transaction');
  return { client_id: row.client_id, ...(row.agency_id !== null && { agency_id: row.agency_id }) };
};

interface Copied {
  readonly record: RecordText;
  /** Ids of the lines of the copy, by those that they were copied from. */
  readonly lineIds: ReadonlyMap<string, string>;
}

/**
 * Inserts a draft with the content of a quote, or of what a contract has in force, which its author may see.
 *
 * @param change values of the header that differ
 * @param extra further columns, in a second step: after what the draft replaces
 */
export const insertCopy = async (
  context: HandlerContext,
  current: AnyRecord,
  { header, lines }: QuoteCopy,
  { change = {}, extra }: { readonly change?: Values; readonly extra: () => Promise<Values> },
): Promise<Copied> => {
  const { tx } = context;
  const served = servedOf(context.server, quotes.name);
  const copies = lines.map(({ from, values }) => ({ from, id: newLineId(), values }));
  const judged = await judgeDocument(context, served, {
    recordChange: {
      input: {
        ...header,
        ...(await currentAccounts(tx, current)),
        ...change,
        lines: {
          put: copies.map(({ from, id, values }) => ({ id, position: from.position, ...values })),
        },
      },
      // What was offered stays possible, also if a record that it refers to was archived since.
      former: { ...current, lines: Object.fromEntries(copies.map(({ from, id }) => [id, from])) },
    },
    rules: quotes.rules,
  });
  const columns = await extra();
  await checkParties(tx, judged.values, new Set());
  const record = await insertDocument(context, served, judged, {
    valid_until: await usualEnd(tx),
    ...columns,
  });
  return { record, lineIds: new Map(copies.map(({ from, id }) => [from.id, id])) };
};
