import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { ContractContent } from '@pauta/domain/sales/contracts/contract-content.ts';
import { payersInWords } from '@pauta/domain/sales/contracts/contract-paper.ts';
import { contractAsOf, type DatedVersion } from '@pauta/domain/sales/contracts/life/contract-as-of.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../../platform/access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { parseRecord, readRecord } from '../../../resource/reading/read-record.ts';
import { viewPermissions } from '../../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../../resource/route.ts';
import { tableOf } from '../../../resource/table.ts';

interface Content extends Pick<ContractContent, 'contract' | 'parties' | 'payers'> {
  readonly lines: DatedVersion['lines'];
  readonly addenda?: readonly { readonly effective_on: string }[];
}

const readVersions = async (database: Queryable, contractId: string): Promise<readonly DatedVersion[]> => {
  const rows = await database.query<{ version: number; content: string }>(sql`
    SELECT version, content FROM contract_versions WHERE contract_id = ${contractId}::uuid ORDER BY version`);
  return rows.map(({ version, content }) => {
    const { lines, addenda = [], ...said } = JSON.parse(content) as Content;
    return {
      version,
      lines,
      effectiveOn: addenda.at(-1)?.effective_on ?? null,
      invoicedTo: payersInWords(said),
    };
  });
};

const isCivilDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

const decimal = { type: 'string' };
const totals = {
  type: 'object',
  required: ['net', 'tax', 'total'],
  properties: { net: decimal, tax: decimal, total: decimal },
};

/** What was in force of a contract on a day. */
export const asOfRoutes = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams; Querystring: { day: string } }>(
    '/api/contracts/:id/as-of',
    routeOptions(accessTo(viewPermissions(contracts)), {
      summary:
        'Lo que estaba en vigor de un contrato en un día: lo firmado con las adendas efectivas hasta entonces',
      params: idParams,
      querystring: {
        type: 'object',
        required: ['day'],
        additionalProperties: false,
        properties: { day: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'AAAA-MM-DD' } },
      },
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: {
            data: {
              type: 'object',
              required: ['in_force', 'why'],
              properties: {
                in_force: {
                  description: 'Null si ese día no había nada en vigor; `why` dice por qué',
                  oneOf: [
                    { type: 'null' },
                    {
                      type: 'object',
                      required: ['version', 'lines', 'totals', 'invoiced_to'],
                      properties: {
                        version: { type: 'integer', minimum: 0 },
                        lines: { type: 'array', items: { type: 'object', additionalProperties: true } },
                        totals,
                        invoiced_to: { type: ['string', 'null'] },
                      },
                    },
                  ],
                },
                why: { type: ['string', 'null'] },
              },
            },
          },
        },
      },
    }),
    async (request) => {
      const { day } = request.query;
      if (!isCivilDay(day)) throw invalid({ day: ['Escriba un día que exista, como 2026-03-31.'] });
      const { database } = app;
      const contract = parseRecord(
        await readRecord(database, tableOf(contracts), request.params.id, actorOf(request)),
      );
      const nothing = (why: string) => ({ data: { in_force: null, why } });
      const signedOn = contract.signed_on as string | null;
      if (signedOn === null) return nothing('El contrato aún no está firmado.');
      if (day < signedOn)
        return nothing(`Ese día aún no estaba firmado: se firmó el ${formatCivilDate(signedOn)}.`);
      const ended =
        contract.status === 'cancelled' &&
        (await database.one<{ effective_on: string }>(sql`
          SELECT effective_on::text FROM cancellation_proposals
          WHERE contract_id = ${contract.id}::uuid AND effective_on <= ${day}::date`));
      if (ended) return nothing(`Está cancelado y terminó el ${formatCivilDate(ended.effective_on)}.`);
      return { data: { in_force: contractAsOf(await readVersions(database, contract.id), day), why: null } };
    },
  );
};
