import { contractStates, contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { scannedStates } from '@pauta/domain/sales/contracts/running-contract.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Actor, actorOf } from '../../../platform/access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { scopeCondition } from '../../../resource/reading/row-scope.ts';
import { routeOptions } from '../../../resource/route.ts';

const text = { type: 'string' };

const answer = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'former_number', 'name', 'client', 'company', 'status', 'has_scan', 'hashes'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          former_number: text,
          name: text,
          client: text,
          company: text,
          status: { enum: Object.keys(contractStates) },
          has_scan: { type: 'boolean' },
          hashes: { type: 'array', items: text, description: 'SHA-256 de los archivos que ya tiene' },
        },
      },
    },
  },
};

const readScanned = (database: Queryable, actor: Actor): Promise<readonly object[]> =>
  database.query<object>(sql`
    SELECT t.id, t.former_number, t.name, t.status, k.trade_name AS client, o.name AS company,
      t.signed_scan IS NOT NULL AS has_scan,
      ARRAY(
        SELECT DISTINCT encode(f.sha256, 'hex') FROM files f
        WHERE f.id = t.signed_scan OR f.id IN (
          SELECT d.document FROM contract_files d WHERE d.contract_id = t.id AND d.archived_at IS NULL)
        ORDER BY 1) AS hashes
    FROM contracts t JOIN clients k ON k.id = t.client_id JOIN companies o ON o.id = t.company_id
    WHERE t.former_number IS NOT NULL AND t.archived_at IS NULL AND t.status = ANY(${[...scannedStates]}::text[])
      AND ${scopeCondition(contracts, actor)}
    ORDER BY sort_key(t.former_number) COLLATE "C", t.id`);

/** The imported contracts that scans of their signed papers may be attached to. */
export const scanRoutes = (app: FastifyInstance): void => {
  app.get(
    '/api/contracts/scans',
    routeOptions(
      { permission: 'contracts.import' },
      {
        summary: 'Los contratos importados de otro sistema, y los archivos que ya tienen',
        response: { 200: answer },
      },
    ),
    async (request) => ({ data: await readScanned(app.database, actorOf(request)) }),
  );
};
