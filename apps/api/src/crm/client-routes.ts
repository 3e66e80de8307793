import { clients } from '@pauta/domain/crm/client.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../platform/access.ts';
import { readRecord } from '../resource/read-record.ts';
import { type IdParams, idParams } from '../resource/route.ts';
import { viewPermissions } from '../resource/row-scope.ts';
import { tableOf } from '../resource/table.ts';
import { similarClients } from './similar-clients.ts';

interface DuplicatesBody {
  legal_name?: string | null;
  trade_name?: string | null;
  tax_id?: string | null;
  country?: string | null;
  except?: string | null;
}

const writers = [
  'clients.create',
  'clients.update_all',
  'clients.update_own',
  'client_registrations.approve',
];

const optionalText = (maxLength: number) => ({ type: ['string', 'null'], maxLength });

const text = (value: string | null | undefined): string | null => value?.trim() || null;

/** What the screens of clients ask besides the usual. */
export const clientRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  app.get(
    '/api/clients/suggested-code',
    {
      config: { access: { anyPermission: ['clients.create', 'client_registrations.approve'] } },
      schema: { summary: 'Código para el próximo cliente' },
    },
    async () => {
      const row = await database.one<{ next: number }>(sql`
        SELECT coalesce(max(substring(client_code FROM '^CLI-([0-9]{1,9})$')::integer), 0) + 1 AS next
        FROM clients WHERE client_code ~ '^CLI-[0-9]{1,9}$'`);
      return { data: { client_code: `CLI-${String(row?.next ?? 1).padStart(4, '0')}` } };
    },
  );

  app.post<{ Body: DuplicatesBody }>(
    '/api/clients/duplicates',
    {
      config: { access: { anyPermission: writers } },
      schema: {
        summary: 'Clientes que pueden ser la misma empresa',
        body: {
          type: 'object',
          additionalProperties: false,
          properties: {
            legal_name: optionalText(160),
            trade_name: optionalText(160),
            tax_id: optionalText(40),
            country: { ...optionalText(36), description: 'Identificador del país o su código de dos letras' },
            except: { type: ['string', 'null'], format: 'uuid', description: 'El cliente que se edita' },
          },
        },
      },
    },
    async (request) => {
      const { legal_name, trade_name, tax_id, country, except } = request.body;
      const nation = isId(country)
        ? country
        : (
            await database.one<{ id: string }>(
              sql`SELECT id FROM countries WHERE code = upper(${text(country)})`,
            )
          )?.id;
      const { found, hidden } = await similarClients(
        database,
        {
          legal_name: text(legal_name),
          trade_name: text(trade_name),
          country_id: nation ?? null,
          tax_id:
            text(tax_id)
              ?.toUpperCase()
              .replace(/[\s.\-/]/g, '') ?? null,
        },
        actorOf(request),
        { except: except ?? null },
      );
      return { data: found, hidden };
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/clients/:id/contacts',
    {
      config: { access: { anyPermission: viewPermissions(clients) } },
      schema: { summary: 'Contactos de un cliente', params: idParams },
    },
    async (request) => {
      const { id } = await readRecord(database, tableOf(clients), request.params.id, actorOf(request));
      const data = await database.query(sql`
        SELECT c.id, c.first_name, c.last_name, c.first_name || ' ' || c.last_name AS full_name, c.job_title, a.role, a.is_primary,
          (SELECT coalesce(json_agg(json_build_object('email', e.email, 'is_primary', e.is_primary)
              ORDER BY e.is_primary DESC, e.email), '[]')
            FROM contact_emails e WHERE e.contact_id = c.id) AS emails,
          (SELECT coalesce(json_agg(json_build_object('number', p.number, 'kind', p.kind, 'extension', p.extension, 'is_primary', p.is_primary)
              ORDER BY p.is_primary DESC, p.number), '[]')
            FROM contact_phones p WHERE p.contact_id = c.id) AS phones
        FROM contact_affiliations a JOIN contacts c ON c.id = a.contact_id
        WHERE a.client_id = ${id} AND a.valid @> business_date() AND c.archived_at IS NULL
        ORDER BY a.is_primary DESC, sort_key(c.last_name) COLLATE "C", c.id`);
      return { data };
    },
  );
};
