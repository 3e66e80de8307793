import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { parseTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import type { FastifyInstance } from 'fastify';
import { holdersOf } from '../../admin/roles/holders.ts';
import { actorOf } from '../../platform/access.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { optionsAnswer } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';
import { similarClients, similarRegistrations } from '../merging/similar-clients.ts';
import { ownRegistrations } from './commands.ts';
import { readDocumentRules } from './documents.ts';
import { answerHours } from './sla.ts';

const taxIdCheck = (record: AnyRecord) => {
  const country = (record.country_id as Reference | null)?.code ?? '';
  const checked = parseTaxId(country, String(record.tax_id_type), String(record.tax_id));
  if (!checked.ok) return { status: 'invalid', message: checked.message };
  return checked.warning
    ? { status: 'warning', message: checked.warning }
    : { status: 'valid', message: 'La identificación es válida.' };
};

const ageHours = (record: AnyRecord): number => {
  const end = record.decided_at ? Date.parse(String(record.decided_at)) : Date.now();
  return Math.max(0, Math.round((end - Date.parse(String(record.received_at))) / 360_000) / 10);
};

/** Additional routes for the review screen. */
export const registrationRoutes = (app: FastifyInstance): void => {
  app.get<{ Querystring: { q?: string } }>(
    '/api/client-registrations/reviewers',
    {
      config: { access: { permission: 'client_registrations.review' } },
      schema: {
        summary: 'Personas que pueden revisar registros',
        querystring: {
          type: 'object',
          properties: {
            q: { type: 'string', maxLength: 200 },
            limit: { type: 'string', pattern: '^\\d{1,3}$' },
          },
        },
        response: { 200: optionsAnswer },
      },
    },
    async (request) => {
      const wanted = fold(request.query.q?.trim() ?? '');
      const reviewers = await holdersOf(app.database, 'client_registrations.review');
      const data = reviewers
        .filter(({ full_name, email }) => fold(`${full_name} ${email}`).includes(wanted))
        .map(({ id, full_name: label }) => ({ id, label, code: null }));
      return { data };
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/client-registrations/:id/checks',
    {
      config: { access: { anyPermission: viewPermissions(clientRegistrations) } },
      schema: { summary: 'Comprobaciones de un registro de cliente', params: idParams },
    },
    async (request) => {
      const { database } = app;
      const actor = actorOf(request);
      const record = parseRecord(
        await readRecord(database, tableOf(clientRegistrations), request.params.id, actor),
      );
      const company = {
        legal_name: record.legal_name as string,
        trade_name: (record.trade_name ?? record.legal_name) as string,
        country_id: (record.country_id as Reference).id,
        tax_id: record.tax_id as string,
      };
      // The client that this registration became is not a duplicate of it.
      const own = (record.resulting_client_id as Reference | null)?.id ?? null;
      const clients = await similarClients(database, company, actor, { except: own });
      const registrations = await similarRegistrations(database, company, actor, record.id);
      return {
        tax_id: taxIdCheck(record),
        duplicates: [...clients.found, ...registrations].sort((a, b) => b.score - a.score),
        hidden_duplicates: clients.hidden,
        age_hours: ageHours(record),
        sla_hours: await answerHours(database),
        documents: await readDocumentRules(database, record.id),
        same_reviewer_blocked: (await ownRegistrations(database, [record.id], actor.userId)).has(record.id),
      };
    },
  );
};
