import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { quoted } from '../resource/table.ts';

/** Records with codes of a usual sequence. The index of the expression makes the highest one a look-up. */
export interface CodeSequence {
  /** Segment of the API path. */
  readonly path: string;
  readonly table: string;
  readonly column: string;
  /** `CLI` for CLI-0001. */
  readonly prefix: string;
  readonly permissions: readonly string[];
  readonly summary: string;
}

/** `GET /api/<path>/suggested-code`: the next code of the sequence; only a proposal, the code is unique anyway. */
export const suggestedCodeRoute = (app: FastifyInstance, sequence: CodeSequence): void => {
  const { path, table, column, prefix, permissions, summary } = sequence;
  const code = quoted(column);
  app.get(
    `/api/${path}/suggested-code`,
    { config: { access: { anyPermission: [...permissions] } }, schema: { summary } },
    async () => {
      const row = await app.database.one<{ next: number }>(sql`
        SELECT coalesce(max(substring(${raw(code)} FROM ${raw(`'^${prefix}-([0-9]{1,9})$'`)})::integer), 0) + 1 AS next
        FROM ${raw(quoted(table))} WHERE ${raw(code)} ~ ${raw(`'^${prefix}-[0-9]{1,9}$'`)} AND withdrawn_at IS NULL`);
      return { data: { [column]: `${prefix}-${String(row?.next ?? 1).padStart(4, '0')}` } };
    },
  );
};
