import {
  approvedContent,
  type DocumentApproval,
  requestApprovalCommand,
} from '@pauta/domain/document/approval.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { isDocument, linesOf } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Context, HandlerContext } from '../../commands/context.ts';
import { type CommandHandler, handlerOf } from '../../commands/handler.ts';
import type { ApprovedDocument } from '../../engine.ts';
import type { ResourceHooks } from '../../hooks.ts';
import { bodyColumns } from '../../reading/record-columns.ts';
import { quoted, type ResourceTable } from '../../table.ts';

const approvalOf = (resource: Resource): DocumentApproval | undefined =>
  isDocument(resource) ? resource.approval : undefined;

/**
 * What an approval of documents covers, in their order. Lines beside a document, of which there may be thousands, are
 * covered by a digest of their versions: it changes whenever one of them is added, changed or removed.
 */
const contentsOf = async (
  tx: Transaction,
  resource: Resource,
  records: readonly AnyRecord[],
): Promise<readonly Values[]> => {
  const contents = records.map((record) => approvedContent(resource, record));
  for (const { name, of, by } of linesOf(resource).filter(({ mode }) => mode === 'beside')) {
    const rows = await tx.query<{ id: string; digest: string }>(sql`
      SELECT l.${raw(quoted(by))} AS id, md5(string_agg(l.id::text || ':' || l.row_version, ',' ORDER BY l.id)) AS digest
      FROM ${raw(quoted(of().name))} l
      WHERE l.${raw(quoted(by))} = ANY(${records.map(({ id }) => id)}::uuid[]) GROUP BY 1`);
    const digests = new Map(rows.map(({ id, digest }) => [id, digest]));
    records.forEach(({ id }, index) => {
      contents[index] = { ...contents[index], [name]: digests.get(id) ?? null };
    });
  }
  return contents;
};

/** Documents with their lines, in one statement. */
const readBodies = async (
  tx: Transaction,
  table: ResourceTable,
  ids: readonly string[],
): Promise<readonly AnyRecord[]> => {
  const rows = await tx.query<{ data: string }>(sql`
    SELECT row_to_json(r)::text AS data FROM (
      SELECT ${bodyColumns(table, 'system')} FROM ${raw(quoted(table.name))} t WHERE t.id = ANY(${ids}::uuid[])) r`);
  return rows.map(({ data }) => JSON.parse(data) as AnyRecord);
};

const unneeded: Reason = { code: 'no_approval_needed', text: 'No necesita aprobación: puede continuar.' };
const given: Reason = { code: 'already_approved', text: 'Ya está aprobada: puede continuar.' };

/** The reasons against requesting an approval: it is not needed, pending, or already given. */
const whyNoRequest = (needs: boolean, obstacle: Reason | undefined): readonly Reason[] => {
  if (!needs) return [unneeded];
  if (!obstacle) return [given];
  return obstacle.code === 'approval_needed' ? [] : [obstacle];
};

/**
 * The hooks of a document that needs approvals: a command that needs one is refused until its content is approved, and
 * `request_approval` requests it. Hooks of any other resource stay as they are.
 */
export const approvalHooks = (table: ResourceTable, hooks: ResourceHooks): ResourceHooks => {
  const { resource } = table;
  const approval = approvalOf(resource);
  if (!approval) return hooks;

  const documentsOf = async (context: Context, records: readonly AnyRecord[]) => {
    const limits = (await hooks.approvalLimits?.(context, records)) ?? [];
    const contents = await contentsOf(context.tx, resource, records);
    return records.map(
      (record, index): ApprovedDocument => ({
        kind: resource.name,
        recordId: record.id,
        content: contents[index] ?? {},
        reasons: approval.reasons({ ...record, ...limits[index] }),
      }),
    );
  };

  const obstaclesOf = async (context: Context, ids: readonly string[]) => {
    const { tx, server } = context;
    const documents = await documentsOf(context, await readBodies(tx, table, ids));
    const needing = documents.filter(({ reasons }) => reasons.length > 0);
    return { needing, found: await server.engine.approvals.obstacles(tx, resource.name, needing) };
  };

  const guarded = (name: string): CommandHandler => {
    const own = handlerOf(hooks.commands, name);
    return {
      ...own,
      refuse: async (context, ids) => {
        const further = await own?.refuse?.(context, ids);
        const { found } = await obstaclesOf(context, ids);
        return new Map(
          ids.map((id) => {
            const obstacle = found.get(id);
            return [id, [...(further?.get(id) ?? []), ...(obstacle ? [obstacle] : [])]];
          }),
        );
      },
      run: (context, record, input, plan) =>
        own?.run?.(context, record, input, plan) ?? Promise.resolve(undefined),
    };
  };

  const request: CommandHandler = {
    refuse: async (context, ids) => {
      const { needing, found } = await obstaclesOf(context, ids);
      const needed = new Set(needing.map(({ recordId }) => recordId));
      return new Map(ids.map((id) => [id, whyNoRequest(needed.has(id), found.get(id))]));
    },
    run: async (context, record) => {
      const [document] = await documentsOf(context, [record as AnyRecord]);
      if (!document) throw new Error('an approval is requested for one document');
      const title = String((record as AnyRecord)[resource.title] ?? '').slice(0, 200);
      // A command may have changed lines beside it since another request.
      await context.server.engine.approvals.contentChanged(context, document);
      await context.server.engine.approvals.request(context, { ...document, title });
      return undefined;
    },
  };

  return {
    ...hooks,
    commands: {
      ...hooks.commands,
      ...Object.fromEntries(approval.before.map((name) => [name, guarded(name)])),
      [requestApprovalCommand]: request,
    },
  };
};

/** Voids approvals of a document whose content has changed. */
export const voidApprovals = async (
  context: HandlerContext,
  { resource }: ResourceTable,
  record: AnyRecord,
): Promise<void> => {
  if (!approvalOf(resource)) return;
  const [content = {}] = await contentsOf(context.tx, resource, [record]);
  await context.server.engine.approvals.contentChanged(context, {
    kind: resource.name,
    recordId: record.id,
    content,
  });
};
