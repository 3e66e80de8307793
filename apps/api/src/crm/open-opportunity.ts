import { fieldOf, type Values } from '@pauta/domain/resource/resource.ts';
import { forbidden } from '../platform/http/problem.ts';
import type { HandlerContext } from '../resource/commands/context.ts';
import { servedOf } from '../resource/commands/served-of.ts';
import { parseRecord } from '../resource/reading/read-record.ts';
import { beginningOf } from '../resource/writing/beginning.ts';
import { createRecord } from '../resource/writing/change-record.ts';

/**
 * Creates an opportunity in the first stage of the pipeline, for a command that makes one of another record.
 *
 * @param input its other values, as in a request body
 * @returns its id
 * @throws Problem 403 without the permission to create opportunities, 422 by field
 */
export const openOpportunity = async (context: HandlerContext, input: Values): Promise<string> => {
  const { tx, actor, server } = context;
  const served = servedOf(server, 'opportunities');
  const { resource } = served.table;
  if (!actor.permissions.has(resource.permissions.create)) throw forbidden(resource.permissions.create);
  const stage = { stage_id: fieldOf(resource, 'stage_id') };
  const first = await beginningOf({ engine: server.engine, database: tx, actor }, stage);
  const stageId = (first.stage_id as { readonly id: string } | undefined)?.id;
  const record = await createRecord(context, served, { input: { ...input, stage_id: stageId } });
  return parseRecord(record).id;
};
