import { affiliationFields, contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { date } from '@pauta/domain/kinds/date.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { scopeCondition, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, creationHeaders, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { bodySchema } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';
import { requireUpdate } from '../../resource/writing/change-record.ts';
import { readBody } from '../../resource/writing/read-body.ts';

const table = tableOf(contacts);
const { updateAll, updateOwn, create } = contacts.permissions;
const endFields = { until: date('Hasta', { required: true }) };

interface AffiliationParams extends IdParams {
  affiliation: string;
}

/** The companies of a contact, the current ones first. */
const readAffiliations = (database: Queryable, id: string) =>
  database.query(sql`
    SELECT a.id, a.role, a.is_primary, lower(a.valid)::text AS "from", (upper(a.valid) - 1)::text AS "until",
      CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'label', c.trade_name, 'code', c.client_code) END AS client,
      CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'label', g.trade_name, 'code', g.agency_code) END AS agency
    FROM contact_affiliations a LEFT JOIN clients c ON c.id = a.client_id LEFT JOIN agencies g ON g.id = a.agency_id
    WHERE a.contact_id = ${id}::uuid
    ORDER BY upper_inf(a.valid) DESC, a.is_primary DESC, lower(a.valid) DESC, a.id`);

/** Numbers that other contacts have too; contacts that the caller may not see are only counted. */
const readOwners = async (database: Queryable, numbers: readonly string[], actor: Actor) => {
  const rows = await database.query<{ number: string; id: string; label: string; visible: boolean }>(sql`
    SELECT asked.number, t.id, t.full_name AS label, ${scopeCondition(contacts, actor)} AS visible
    FROM unnest(${[...new Set(numbers)]}::text[]) AS asked (number)
      JOIN contacts t ON t.phones @> jsonb_build_array(jsonb_build_object('number', asked.number))
    WHERE t.archived_at IS NULL
    ORDER BY asked.number, t.full_name, t.id LIMIT 60`);
  return [...new Set(rows.map(({ number }) => number))].map((number) => {
    const owners = rows.filter((row) => row.number === number);
    return {
      number,
      contacts: owners.filter(({ visible }) => visible).map(({ id, label }) => ({ id, label, code: null })),
      hidden: owners.filter(({ visible }) => !visible).length,
    };
  });
};

/** Additional routes for the screens of contacts: their companies, and other owners of a number. */
export const contactRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const view = accessTo(viewPermissions(contacts));
  const change = accessTo([updateAll, updateOwn]);
  const answer = { 200: { description: 'Las empresas de la persona' } };

  app.get<{ Params: IdParams }>(
    '/api/contacts/:id/affiliations',
    routeOptions(view, {
      summary: 'Empresas de un contacto, con sus fechas',
      params: idParams,
      response: answer,
    }),
    async (request) => {
      const { id } = await readRecord(database, table, request.params.id, actorOf(request));
      return { data: await readAffiliations(database, id) };
    },
  );

  app.post<{ Params: IdParams }>(
    '/api/contacts/:id/affiliations',
    routeOptions(change, {
      summary: 'Agrega otra empresa a un contacto, además de la principal',
      params: idParams,
      headers: creationHeaders,
      body: bodySchema(affiliationFields),
      response: { 201: { description: 'Las empresas de la persona' } },
    }),
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params;
      return command(
        request,
        async (tx) => {
          const contact = parseRecord(await readRecord(tx, table, id, actor, { lock: true }));
          await requireUpdate(tx, table, contact, actor);
          if (contact.archived_at)
            throw conflict('archived', 'El contacto está archivado. Restáurelo primero.');
          const values = await readBody(tx, { fields: affiliationFields, actor, server: app, request });
          const client = (values.client_id as Reference | null)?.id ?? null;
          const agency = (values.agency_id as Reference | null)?.id ?? null;
          if ((client === null) === (agency === null)) {
            throw invalid({ client_id: ['Elija un cliente o una agencia: uno de los dos.'] });
          }
          if (!contact.client_id && !contact.agency_id) {
            throw conflict('no_company', 'La persona no tiene empresa principal. Use «Cambiar de empresa».');
          }
          await tx.query(sql`
            INSERT INTO contact_affiliations (contact_id, client_id, agency_id, role, valid)
            VALUES (${id}::uuid, ${client}::uuid, ${agency}::uuid, ${values.role}, daterange(${values.from}::date, NULL))`);
          return { status: 201, body: { data: await readAffiliations(tx, id) } };
        },
        { action: 'affiliate' },
      );
    },
  );

  app.post<{ Params: AffiliationParams }>(
    '/api/contacts/:id/affiliations/:affiliation/end',
    routeOptions(change, {
      summary: 'Termina una empresa adicional de un contacto',
      params: {
        type: 'object',
        properties: { ...idParams.properties, affiliation: { type: 'string', format: 'uuid' } },
      },
      headers: creationHeaders,
      body: bodySchema(endFields),
      response: answer,
    }),
    (request) => {
      const actor = actorOf(request);
      const { id, affiliation } = request.params;
      return command(
        request,
        async (tx) => {
          const contact = parseRecord(await readRecord(tx, table, id, actor, { lock: true }));
          await requireUpdate(tx, table, contact, actor);
          const { until } = await readBody(tx, { fields: endFields, actor, server: app, request });
          const row = await tx.one<{ is_primary: boolean; late: boolean }>(sql`
            SELECT is_primary, ${until}::date < lower(valid) AS late FROM contact_affiliations
            WHERE id = ${affiliation}::uuid AND contact_id = ${id}::uuid AND upper_inf(valid) FOR UPDATE`);
          if (!row) throw notFound();
          if (row.is_primary) {
            throw conflict('primary', 'Es su empresa principal: se cambia con «Cambiar de empresa».');
          }
          if (row.late) throw invalid({ until: ['La fecha es anterior al comienzo.'] });
          await tx.query(sql`
            UPDATE contact_affiliations SET valid = daterange(lower(valid), ${until}::date, '[]')
            WHERE id = ${affiliation}::uuid`);
          return { status: 200, body: { data: await readAffiliations(tx, id) } };
        },
        { action: 'end' },
      );
    },
  );

  app.post<{ Body: { numbers: string[] } }>(
    '/api/contacts/phone-owners',
    {
      config: {
        access: { anyPermission: [create, updateAll, updateOwn].filter((name) => name !== undefined) },
      },
      schema: {
        summary: 'Otros contactos que tienen estos teléfonos',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['numbers'],
          properties: {
            numbers: { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 20 } },
          },
        },
      },
    },
    async (request) => {
      return { data: await readOwners(database, request.body.numbers, actorOf(request)) };
    },
  );
};
