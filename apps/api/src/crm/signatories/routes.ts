import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companies } from '@pauta/domain/catalogues/organization.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { eligibleSignatories, type Signatory } from '@pauta/domain/crm/signatories/eligible-signatories.ts';
import { signatories, signatoryOwners } from '@pauta/domain/crm/signatories/signatory.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { invalid } from '../../platform/http/problem.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { quoted, tableOf } from '../../resource/table.ts';

interface EligibleQuery {
  client_id?: string;
  agency_id?: string;
  company_id?: string;
  on?: string;
  amount?: string;
  currency?: string;
}

const owners = { client_id: clients, agency_id: agencies, company_id: companies };

/** Who may sign for a company on a day and for an amount. */
export const signatoryRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  app.get<{ Querystring: EligibleQuery }>(
    '/api/signatories/eligible',
    {
      config: {
        access: { anyPermission: viewPermissions(signatories) },
        problems: { 404: 'La cuenta no existe o no está a su alcance' },
      },
      schema: {
        summary:
          'Quién puede firmar por un cliente, una agencia o una compañía propia, y por qué no los demás',
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            client_id: { type: 'string', format: 'uuid' },
            agency_id: { type: 'string', format: 'uuid' },
            company_id: { type: 'string', format: 'uuid' },
            on: { type: 'string', format: 'date', description: 'Día de la firma; hoy si falta' },
            amount: {
              type: 'string',
              pattern: '^\\d{1,15}(\\.\\d{1,2})?$',
              description: 'Monto del documento',
            },
            currency: { type: 'string', description: 'Moneda del monto' },
          },
        },
      },
    },
    async (request) => {
      const { on = null, amount, currency } = request.query;
      const given = signatoryOwners.filter((name) => request.query[name] !== undefined);
      const [owner] = given;
      if (owner === undefined || given.length > 1) {
        throw invalid({
          client_id: ['Indique un cliente, una agencia o una compañía propia, solo uno de los tres.'],
        });
      }
      if (on !== null && !isCivilDate(on)) throw invalid({ on: ['Escriba una fecha válida.'] });
      if (amount !== undefined && !Object.hasOwn(currencies, currency ?? '')) {
        throw invalid({ currency: ['Indique la moneda del monto.'] });
      }
      // Users who may see the owner may see its signatories.
      const { id } = await readRecord(
        database,
        tableOf(owners[owner]),
        request.query[owner] ?? '',
        actorOf(request),
      );
      const today = await database.one<{ day: string }>(
        sql`SELECT coalesce(${on}::date, business_date())::text AS day`,
      );
      const all = await database.query<Signatory & { is_default: boolean }>(sql`
        SELECT id, full_name, capacity, json_build_object('from', lower(valid), 'to', upper(valid) - 1) AS valid,
          max_amount::text AS max_amount, currency_code, sign_mode, joint_group, is_default
        FROM signatories WHERE ${raw(quoted(owner))} = ${id}::uuid AND archived_at IS NULL
        ORDER BY is_default DESC, sort_key(full_name) COLLATE "C", id`);
      const verdicts = eligibleSignatories(all, {
        on: today?.day ?? '',
        amount: amount !== undefined && currency !== undefined ? { value: amount, currency } : null,
      });
      return { data: verdicts.map((verdict, index) => ({ ...all[index], ...verdict })) };
    },
  );
};
