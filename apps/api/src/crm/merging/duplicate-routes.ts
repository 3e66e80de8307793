import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import { systemChange } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { scopeCondition, viewPermissions } from '../../resource/reading/row-scope.ts';

interface PairRow {
  id: string;
  a: object;
  b: object;
  score: number;
  legal: number;
  trade: number;
}

interface ListQuery {
  client?: string;
  cursor?: string;
  limit?: string;
}

const alike = 0.6;
const percent = (likeness: number): string => `${Math.round(likeness * 100)} %`;

const reasonsOf = ({ legal, trade }: PairRow): string[] => [
  ...(legal >= alike ? [`Razón social parecida (${percent(legal)})`] : []),
  ...(trade >= alike ? [`Nombre comercial parecido (${percent(trade)})`] : []),
];

const cursors = /^([01](?:\.\d{1,2})?):([0-9a-f-]{36})$/;

/** Columns of a client shown in a pair, enough to decide whether it is the same company. */
const shown = (alias: string) =>
  raw(`json_build_object('id', ${alias}.id, 'label', ${alias}.trade_name, 'code', ${alias}.client_code,
    'legal_name', ${alias}.legal_name, 'tax_id', ${alias}.tax_id, 'tax_id_type', ${alias}.tax_id_type,
    'country', (SELECT x.code FROM countries x WHERE x.id = ${alias}.country_id),
    'seller', (SELECT u.full_name FROM users u WHERE u.id = ${alias}.primary_sales_rep_id),
    'created_at', ${alias}.created_at)`);

/** Number of clients per run: transactions are short, and a run ends before the next. */
const batch = 50;
const pause = 2000;

/** Searches for duplicate pairs in the background, every two seconds while clients have changed. */
const findInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'looking for duplicates failed',
    pause,
    pauseAfterFailure: pause * 5,
    work: async () => {
      const done = await app.database.transaction(systemChange('duplicates'), async (tx) => {
        await tx.query(sql`SELECT set_config('statement_timeout', '30s', true)`);
        return tx.one<{ count: number }>(sql`SELECT find_client_duplicates(${batch}) AS count`);
      });
      return done && done.count > 0 ? 50 : undefined;
    },
  });

/** Pairs of clients that may be the same company, and the decisions about them. */
export const duplicateRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  findInTime(app);

  app.get<{ Querystring: ListQuery }>(
    '/api/client-duplicates',
    {
      config: { access: { anyPermission: viewPermissions(clients) } },
      schema: {
        summary: 'Pares de clientes que pueden ser la misma empresa',
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            client: { type: 'string', format: 'uuid', description: 'Solo los pares de este cliente' },
            cursor: { type: 'string', maxLength: 60 },
            limit: { type: 'string', pattern: '^(100|[1-9]\\d?)$', description: 'De 1 a 100; 25 sin ella' },
          },
        },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const { client, cursor } = request.query;
      const limit = Number(request.query.limit ?? 25);
      const [, score, after] = cursors.exec(cursor ?? '') ?? [];
      const scope = scopeCondition(clients, actor);
      const seen = (alias: string) =>
        sql`EXISTS (SELECT FROM clients t WHERE t.id = ${raw(`${alias}.id`)} AND ${scope})`;
      const rows = await database.query<PairRow>(sql`
        SELECT d.id, d.score::float8 AS score, d.legal::float8 AS legal, d.trade::float8 AS trade,
          ${shown('a')} AS a, ${shown('b')} AS b
        FROM client_duplicates d JOIN clients a ON a.id = d.a_id JOIN clients b ON b.id = d.b_id
        WHERE d.dismissed_at IS NULL AND a.archived_at IS NULL AND b.archived_at IS NULL
          AND ${seen('a')} AND ${seen('b')}
          AND ${client ? sql`(d.a_id = ${client}::uuid OR d.b_id = ${client}::uuid)` : raw('true')}
          AND ${after ? sql`(d.score, d.id) < (${score}::numeric, ${after}::uuid)` : raw('true')}
        ORDER BY d.score DESC, d.id DESC LIMIT ${raw(String(limit + 1))}`);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        data: page.map((row) => ({
          id: row.id,
          a: row.a,
          b: row.b,
          score: row.score,
          reasons: reasonsOf(row),
        })),
        next_cursor: rows.length > limit && last ? `${last.score}:${last.id}` : null,
      };
    },
  );

  app.post<{ Body: { pairs: [string, string][] } }>(
    '/api/client-duplicates/dismiss',
    {
      config: {
        access: { anyPermission: ['clients.create', 'clients.update_all', 'clients.update_own'] },
        problems: { 404: 'Alguno de los clientes no existe o no está a su alcance' },
      },
      schema: {
        summary: 'Dice de pares de clientes que son empresas distintas',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['pairs'],
          properties: {
            pairs: {
              type: 'array',
              minItems: 1,
              maxItems: 20,
              items: {
                type: 'array',
                minItems: 2,
                maxItems: 2,
                items: { type: 'string', format: 'uuid' },
              },
            },
          },
        },
      },
    },
    (request) => {
      const actor = actorOf(request);
      const { pairs } = request.body;
      const ids = [...new Set(pairs.flat())];
      return command(request, async (tx) => {
        const visible = await tx.query<{ id: string }>(sql`
          SELECT t.id FROM clients t WHERE t.id = ANY(${ids}::uuid[]) AND ${scopeCondition(clients, actor)}`);
        if (visible.length < ids.length) throw notFound();
        await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('pauta.client_duplicates'))`);
        const done = await tx.query(sql`
          INSERT INTO client_duplicates AS d (a_id, b_id, legal, trade, dismissed_at, dismissed_by)
          SELECT DISTINCT ON (1, 2) least(a.id, b.id), greatest(a.id, b.id), similarity(fold(a.legal_name), fold(b.legal_name)),
            similarity(fold(a.trade_name), fold(b.trade_name)), now(), ${actor.userId}::uuid
          FROM jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) pair
            JOIN clients a ON a.id = (pair ->> 0)::uuid JOIN clients b ON b.id = (pair ->> 1)::uuid
          WHERE a.id <> b.id
          ON CONFLICT ON CONSTRAINT client_duplicates_once
            DO UPDATE SET dismissed_at = excluded.dismissed_at, dismissed_by = excluded.dismissed_by
          RETURNING d.id`);
        await tx.query(sql`CALL mark_client_duplicates(${ids}::uuid[])`);
        return { status: 200, body: { data: { dismissed: done.length } } };
      });
    },
  );
};
