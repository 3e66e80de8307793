import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Access } from '../../platform/access.ts';
import { auditHead, sealAudit } from '../../platform/audit.ts';
import { changeOf } from '../../platform/command.ts';
import { conflict } from '../../platform/http/problem.ts';
import { orTooSlow } from '../../resource/reading/too-slow.ts';

/** The result of a verification. */
interface Verification {
  at: string;
  by: string | null;
  /** First position whose row was changed or removed; null if there is none. */
  broken: number | null;
  position: number;
  hash: string;
  took_ms: number;
}

const nothingOr = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const verification = {
  type: 'object',
  properties: {
    at: { type: 'string' },
    by: { type: ['string', 'null'] },
    broken: { type: ['integer', 'null'] },
    position: { type: 'integer' },
    hash: { type: 'string' },
    took_ms: { type: 'integer' },
  },
};

/** `GET /api/audit/chain`, `POST /api/audit/verify`: whether the log is unchanged since it was sealed. */
export const chainRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const access: Access = { permission: 'audit.view' };

  const latest = () =>
    database.one<Verification>(sql`
      SELECT l.at, u.full_name AS by, (l.after ->> 'broken')::bigint AS broken, (l.after ->> 'position')::bigint AS position,
        l.after ->> 'hash' AS hash, (l.after ->> 'took_ms')::integer AS took_ms
      FROM audit_log l LEFT JOIN users u ON u.id = l.actor_id
      WHERE l.entity = 'audit_chain' AND l.entity_id = 'verify' ORDER BY l.id DESC LIMIT 1`);

  app.get(
    '/api/audit/chain',
    {
      config: { access },
      schema: {
        summary: 'Cadena de la auditoría',
        response: {
          200: {
            type: 'object',
            properties: {
              data: {
                type: 'object',
                properties: {
                  position: { type: 'integer' },
                  hash: { type: 'string' },
                  unsealed: { type: 'integer' },
                  last: nothingOr(verification),
                },
              },
            },
          },
        },
      },
    },
    async () => {
      const head = await auditHead(database);
      const row = await database.one<{ unsealed: number }>(sql`SELECT audit_unsealed()::integer AS unsealed`);
      return { data: { ...head, unsealed: row?.unsealed ?? 0, last: (await latest()) ?? null } };
    },
  );

  app.post(
    '/api/audit/verify',
    {
      config: { access, problems: { 409: 'Ya se está verificando' } },
      schema: {
        summary: 'Verificar la cadena de la auditoría',
        description:
          'Vuelve a calcular la cadena entera (unos 100 000 movimientos por segundo, dos minutos como máximo). ' +
          'Una verificación a la vez; su resultado queda en la auditoría.',
        response: { 200: { type: 'object', properties: { data: verification } } },
      },
    },
    async (request) => {
      await sealAudit(database);
      const began = performance.now();
      const found = await orTooSlow(
        database.transaction(changeOf(request), async (tx) => {
          await tx.query(sql`SET LOCAL statement_timeout = '2min'`);
          const lock = await tx.one<{ taken: boolean }>(
            sql`SELECT pg_try_advisory_xact_lock(hashtext('pauta.audit_verify')) AS taken`,
          );
          if (!lock?.taken) {
            throw conflict('in_progress', 'Ya se está verificando la cadena. Espere a que termine.');
          }
          const row = await tx.one<{ broken: number | null; position: number; hash: string }>(sql`
            SELECT audit_verify() AS broken, position, encode(hash, 'hex') AS hash FROM audit_head`);
          if (!row) throw new Error('audit_head is empty');
          return row;
        }),
      );
      const details = { ...found, took_ms: Math.round(performance.now() - began) };
      const written = await database.transaction(changeOf(request), (tx) =>
        tx.one<{ at: string }>(sql`
          INSERT INTO audit_log (actor_id, ip, request_id, entity, entity_id, action, after)
          VALUES (audit_setting('actor')::uuid, audit_setting('ip')::inet, audit_setting('request'), 'audit_chain', 'verify',
            'verify', ${JSON.stringify(details)}::jsonb) RETURNING at`),
      );
      if (found.broken !== null) request.log.error(details, 'the audit chain is broken');
      return { data: { ...details, at: written?.at ?? '', by: request.actor?.fullName ?? null } };
    },
  );
};
