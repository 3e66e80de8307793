import type { Merging } from '@pauta/domain/crm/merging/merging.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { forbidden } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import { tableOf } from '../../resource/table.ts';
import { requireUpdate } from '../../resource/writing/change-record.ts';
import { beginMerging } from './merge-records.ts';

/** Hooks that show a merge in the history and allow undoing it with the permission to merge. */
export const undoMerge = (
  { resource, permission }: Pick<Merging, 'resource' | 'permission'>,
  event: string,
): {
  readonly undoCompoundChange: (context: HandlerContext, records: readonly AnyRecord[]) => Promise<void>;
  readonly events: Readonly<Record<string, string>>;
} => ({
  undoCompoundChange: async ({ tx, actor }, records) => {
    if (!actor.permissions.has(permission)) throw forbidden(permission);
    for (const record of records) await requireUpdate(tx, tableOf(resource), record, actor);
    await beginMerging(tx);
  },
  events: { merge: event },
});
