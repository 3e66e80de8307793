import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { invalid } from '../../platform/http/problem.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { type CompanyBody, companySchema, readCompany } from '../clients/company-body.ts';
import { similarAgencies, similarClients } from '../merging/similar-clients.ts';

interface AuthorizationQuery {
  client_id: string;
  brand_id?: string;
  on?: string;
}

interface Letter {
  id: string;
  folio: string;
  brand_id: string | null;
  brand: string | null;
  from: string;
  to: string | null;
  revoked_on: string | null;
  is_default: boolean;
  commission_pct_override: string | null;
  covers: boolean;
  serves_brand: boolean;
}

interface Facts {
  allowed: boolean;
  on: string;
  agency: string;
  status: string;
  archived: boolean;
  letters: Letter[];
}

/** Why the agency may not book and how to resolve it, as text. */
const reasonOf = ({ on, agency, status, archived, letters }: Facts): string => {
  if (archived) return `${agency} está archivada. Restáurela antes de reservar con ella.`;
  if (status !== 'active') {
    return `${agency} está ${status === 'blocked' ? 'bloqueada' : 'inactiva'}: no puede reservar.`;
  }
  const day = formatCivilDate(on);
  const [latest] = letters.filter((letter) => letter.serves_brand);
  if (!latest) {
    return letters.length > 0
      ? `${agency} tiene cartas de este cliente, pero ninguna para esta marca. Registre una que la incluya.`
      : `${agency} no tiene carta de autorización de este cliente. Registre la carta firmada.`;
  }
  const { folio, from, to, revoked_on } = latest;
  if (revoked_on !== null && revoked_on <= on) {
    return `La carta ${folio} está revocada desde el ${formatCivilDate(revoked_on)}. Registre una carta nueva.`;
  }
  if (from > on) return `La carta ${folio} empieza el ${formatCivilDate(from)}; el ${day} todavía no vale.`;
  return `La carta ${folio} venció el ${formatCivilDate(to ?? on)}. Registre una carta nueva.`;
};

/** Additional routes for the screens of agencies and sales. */
export const agencyRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  app.post<{ Body: CompanyBody }>(
    '/api/agencies/duplicates',
    {
      config: {
        access: { anyPermission: ['agencies.create', 'agencies.update_all', 'agencies.update_own'] },
      },
      schema: {
        summary: 'Agencias que pueden ser la misma empresa, y clientes con su identificación',
        body: companySchema,
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const company = await readCompany(database, request.body);
      const { found, hidden } = await similarAgencies(database, company, actor, {
        except: request.body.except ?? null,
      });
      // A company may be both, so an existing client is only mentioned in the response.
      const alsoClients =
        company.tax_id === null
          ? []
          : (await similarClients(database, { ...company, legal_name: null, trade_name: null }, actor)).found;
      return { data: found, hidden, clients: alsoClients };
    },
  );

  app.get<{ Params: IdParams; Querystring: AuthorizationQuery }>(
    '/api/agencies/:id/authorizations',
    {
      config: { access: { anyPermission: viewPermissions(agencies) } },
      schema: {
        summary: 'Si una agencia puede reservar para un cliente, con qué carta, o por qué no',
        params: idParams,
        querystring: {
          type: 'object',
          additionalProperties: false,
          required: ['client_id'],
          properties: {
            client_id: { type: 'string', format: 'uuid' },
            brand_id: {
              type: 'string',
              format: 'uuid',
              description: 'Sin ella: todas las marcas del cliente',
            },
            on: { type: 'string', format: 'date', description: 'Hoy si falta' },
          },
        },
      },
    },
    async (request) => {
      const { client_id, brand_id = null, on = null } = request.query;
      if (on !== null && !isCivilDate(on)) throw invalid({ on: ['Escriba una fecha válida.'] });
      const { id } = await readRecord(database, tableOf(agencies), request.params.id, actorOf(request));
      const facts = await database.one<Facts>(sql`
        WITH asked AS (SELECT coalesce(${on}::date, business_date()) AS on_day)
        SELECT agency_may_book(a.id, ${client_id}::uuid, ${brand_id}::uuid, on_day) AS allowed, on_day::text AS on,
          a.trade_name AS agency, a.status, a.archived_at IS NOT NULL AS archived,
          (SELECT coalesce(json_agg(row_to_json(l) ORDER BY l.covers DESC, l.serves_brand DESC, (l.brand_id IS NOT NULL) DESC, l.from DESC), '[]') FROM (
            SELECT l.id, l.folio, l.brand_id, b.name AS brand, lower(l.valid)::text AS from, (upper(l.valid) - 1)::text AS to,
              l.revoked_on::text AS revoked_on, l.is_default, l.commission_pct_override::text AS commission_pct_override,
              l.effective @> on_day AND (l.brand_id IS NULL OR l.brand_id = ${brand_id}::uuid) AS covers,
              coalesce(l.brand_id IS NULL OR l.brand_id = ${brand_id}::uuid, false) AS serves_brand
            FROM client_agencies l LEFT JOIN brands b ON b.id = l.brand_id
            WHERE l.agency_id = a.id AND l.client_id = ${client_id}::uuid AND l.archived_at IS NULL) l) AS letters
        FROM agencies a, asked WHERE a.id = ${id}::uuid`);
      if (!facts) throw new Error('the agency was read before');
      const letter = facts.allowed ? facts.letters.find(({ covers }) => covers) : undefined;
      return {
        data: {
          allowed: facts.allowed,
          on: facts.on,
          letter: letter
            ? {
                id: letter.id,
                folio: letter.folio,
                brand: letter.brand_id && { id: letter.brand_id, label: letter.brand },
                valid: { from: letter.from, to: letter.to },
                is_default: letter.is_default,
                commission_pct_override: letter.commission_pct_override,
              }
            : null,
          reason: facts.allowed ? null : reasonOf(facts),
        },
      };
    },
  );
};
