import { openHoldStates } from '@pauta/domain/inventory/holds/hold.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { copyOfQuote } from '@pauta/domain/sales/quotes/copy-quote.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { updateRecord } from '../../resource/writing/write-record.ts';
import { insertCopy } from '../copies/insert-copy.ts';

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
