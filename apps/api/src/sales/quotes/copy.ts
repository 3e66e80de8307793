import { newLineId } from '@pauta/domain/document/line-id.ts';
import { openHoldStates } from '@pauta/domain/inventory/holds/hold.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { copyOfQuote, type QuoteCopy } from '@pauta/domain/sales/quotes/copy-quote.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import type { RecordText } from '../../resource/reading/read-record.ts';
import { insertDocument, judgeDocument } from '../../resource/writing/lines/write-document.ts';
import { updateRecord } from '../../resource/writing/write-record.ts';
import { checkParties } from '../lines/check-parties.ts';
import { usualEnd } from './usual-end.ts';

/** The accounts of a quote, or those that they were merged into since it was sent. */
const currentAccounts = async (tx: Transaction, quoteId: string): Promise<Values> => {
  const row = await tx.one<{ client_id: string; agency_id: string | null }>(sql`
    SELECT coalesce(c.merged_into_id, c.id) AS client_id, coalesce(a.merged_into_id, a.id) AS agency_id
    FROM quotes q JOIN clients c ON c.id = q.client_id LEFT JOIN agencies a ON a.id = q.agency_id
    WHERE q.id = ${quoteId}::uuid`);
  if (!row) throw new Error(`${quotes.name} ${quoteId} is gone within its own transaction`);
  return { client_id: row.client_id, ...(row.agency_id !== null && { agency_id: row.agency_id }) };
};

interface Copied {
  readonly record: RecordText;
  /** Ids of the lines of the copy, by those that they were copied from. */
  readonly lineIds: ReadonlyMap<string, string>;
}

/**
 * Inserts a draft with the content of a quote, which its author may see.
 *
 * @param change values of the header that differ
 * @param extra further columns, in a second step: after what the draft replaces
 */
const insertCopy = async (
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
        ...(await currentAccounts(tx, current.id)),
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

/**
 * A draft with the same content and number, and the next version; the current version is replaced by it. It keeps a price
 * list that is not current any more: `send` refuses it, and `reprice` chooses another.
 */
export const newVersion: CommandHandler = {
  run: async (context, record) => {
    const { tx } = context;
    const current = record as AnyRecord;
    const { table } = servedOf(context.server, quotes.name);
    let version = current.row_version;
    const replace = async (columns: Values): Promise<void> => {
      const closed = await updateRecord(tx, table, { id: current.id, version }, {}, columns);
      if (!closed) throw new Error(`${quotes.name} ${current.id} changed while it was locked`);
      version = closed.row_version;
    };
    const made = await insertCopy(context, current, copyOfQuote(current), {
      extra: async () => {
        await replace({ status: 'superseded' });
        return {
          number: current.number,
          version: Number(current.version) + 1,
          renewal_of_id: referenceId(current.renewal_of_id),
        };
      },
    });
    await replace({ replaced_by_id: made.record.id });
    await tx.query(sql`
      UPDATE holds SET quote_id = ${made.record.id}::uuid, quote_line_id = n.line_id
      FROM unnest(${[...made.lineIds.keys()]}::uuid[], ${[...made.lineIds.values()]}::uuid[]) AS n (old_id, line_id)
      WHERE quote_line_id = n.old_id AND status = ANY(${openHoldStates}::text[])`);
    return { createdId: made.record.id };
  },
};

/** The opportunity of a quote while a further quote may belong to it. */
const openOpportunity = async (tx: Transaction, quote: AnyRecord): Promise<string | null> => {
  const id = referenceId(quote.opportunity_id);
  const open = await tx.one(
    sql`SELECT 1 AS one FROM opportunities WHERE id = ${id}::uuid AND result = 'open'`,
  );
  return open ? id : null;
};

/** A draft with its own number, the lines of the quote on other days, and the prices of a list in force. */
export const copy: CommandHandler = {
  run: async (context, record, { name, from, price_list_id, keeps_agreed }) => {
    const current = record as AnyRecord;
    const copied = copyOfQuote(current, { from: String(from), keepsAgreed: keeps_agreed === true });
    const made = await insertCopy(context, current, copied, {
      change: {
        name,
        price_list_id: referenceId(price_list_id),
        opportunity_id: await openOpportunity(context.tx, current),
      },
      extra: async () => ({}),
    });
    return { createdId: made.record.id };
  },
};

/**
 * Proposes a plan again for the time after it, to its seller: same length, from the day after its last one, with the
 * prices of the list in force.
 *
 * @param context acts for the seller
 * @returns the id of the draft
 * @throws Problem if the seller could not make it, for example for a blocked client
 */
export const insertRenewal = async (
  context: HandlerContext,
  plan: AnyRecord,
  {
    from,
    priceListId,
    ownerId,
  }: { readonly from: string; readonly priceListId: string; readonly ownerId: string },
): Promise<string> => {
  const made = await insertCopy(context, plan, copyOfQuote(plan, { from, keepsAgreed: false }), {
    change: {
      name: `Renovación: ${String(plan.name)}`.slice(0, 160),
      price_list_id: priceListId,
      owner_id: ownerId,
      opportunity_id: null,
    },
    extra: async () => ({ renewal_of_id: plan.id }),
  });
  return made.record.id;
};
