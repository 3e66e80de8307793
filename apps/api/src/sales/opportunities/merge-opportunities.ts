import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { add } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import sql from 'sql-template-tag';
import type { MergeKind } from '../../crm/merging/merge-kind.ts';
import { beginMerging, mergeRecords } from '../../crm/merging/merge-records.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';
import { changeRecord, requireUpdate } from '../../resource/writing/change-record.ts';

const kind: MergeKind = {
  resource: opportunities,
  permission: opportunities.permissions.updateAll,
  code: 'number',
  identifiers: [],
  groups: [{ label: 'Monto', fields: ['expected_amount', 'currency_code'] }],
  united: { competitors: [] },
  // An account of a target list has one opportunity.
  staying: new Set(['target_list_members']),
  parts: [{ table: 'opportunity_moves', column: 'opportunity_id' }],
  // The log follows, and so do closed quotes, which keep their other references.
  settle: async (tx, { source, target }) => {
    const moves = await tx.query(sql`
      UPDATE opportunity_moves SET opportunity_id = ${target.id}::uuid WHERE opportunity_id = ${source.id}::uuid RETURNING 1`);
    const quotes = await tx.query(sql`
      UPDATE quotes SET opportunity_id = ${target.id}::uuid WHERE opportunity_id = ${source.id}::uuid RETURNING 1`);
    return moves.length + quotes.length;
  },
};

/** The amount that remains, as a change of the remaining opportunity; undefined where it keeps its own. */
const summed = (source: AnyRecord, target: AnyRecord, amount: unknown): Values | undefined => {
  if (amount !== 'sum') return undefined;
  if (source.currency_code !== target.currency_code) {
    throw invalid({
      amount: ['Están en monedas distintas y no se suman. Elija el monto de una de las dos.'],
    });
  }
  return { expected_amount: add(String(source.expected_amount), String(target.expected_amount)) };
};

/** Merges an opportunity into another one of the same client; see `mergeRecords`. */
export const mergeOpportunities: CommandHandler<undefined, AnyRecord> = {
  run: async (context, source, { into_id, amount }) => {
    const { tx, actor, server } = context;
    const into = referenceId(into_id) ?? '';
    const target = parseRecord(await readRecord(tx, tableOf(opportunities), into, actor, { lock: true }));
    if (referenceId(target.client_id) !== referenceId(source.client_id))
      throw invalid({ into_id: ['Es de otro cliente. Elija una oportunidad del mismo cliente.'] });
    const served = servedOf(server, opportunities.name);
    const input = summed(source, target, amount);
    const kept = input
      ? parseRecord(await changeRecord(context, served, target, { action: 'update', input }))
      : target;
    await mergeRecords(context, kind, await server.engine.usesOf(opportunities.name), {
      id: source.id,
      version: source.row_version,
      into,
      intoVersion: kept.row_version,
      take: amount === 'source' ? ['expected_amount'] : [],
      unite: ['competitors'],
    });
    return { into };
  },
};

/** Before the undo of a merge, which takes two permissions to change and moves what is otherwise fixed. */
export const beforeUndo = async (
  { tx, actor }: HandlerContext,
  records: readonly AnyRecord[],
  action: string,
): Promise<undefined> => {
  if (action !== 'merge') return;
  for (const record of records) await requireUpdate(tx, tableOf(opportunities), record, actor);
  await beginMerging(tx);
};
