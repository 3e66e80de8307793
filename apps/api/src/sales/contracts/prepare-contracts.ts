import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { Body } from '@pauta/domain/document/document.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Prepared } from '../../testing/made-up/documents.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { saleContextOf } from '../lines/sale-context.ts';
import { readSaleTerms } from '../lines/sale-terms.ts';
import { makeContractWorld } from './contract-fixtures.ts';

/** Creates what contracts need in tests of all documents: their lines are services. */
export const prepareContracts = async (api: TestApi): Promise<Prepared> => {
  const world = await makeContractWorld(api);
  const { lines: _lines, name: _name, ...header } = world.draftBody(await world.client(), []);
  const article = await api.database.one<{ id: string }>(sql`
    SELECT id FROM ad_articles WHERE archived_at IS NULL ORDER BY id LIMIT 1`);
  const prepare = async (id: string, commands: readonly string[]): Promise<AnyRecord> => {
    for (const command of commands) {
      const answer = await world.run(id, command);
      expect(answer.statusCode, answer.body).toBe(200);
    }
    return world.read(id);
  };
  return {
    tables: (body: Body) => readSaleTerms(api.database, saleContextOf(body)),
    header: {
      ...header,
      brand_id: null,
      agency_id: null,
      billing_contact_id: null,
      opportunity_id: null,
      po_number: null,
    },
    lines: {
      lines: {
        line_kind: 'service',
        inventory_item_id: null,
        package_id: null,
        ad_article_id: article?.id,
        flight: { from: world.today, to: addDays(world.today, 9) },
        days: undefined,
        units_per_day: undefined,
        duration_sec: undefined,
        // A discount would need an approval.
        discount_pct: '0',
      },
      instalments: { due_on: world.today, amount: '10.00' },
    },
    freezing: { signed_on: world.today },
    beforeNumbering: ({ id }) => prepare(id, ['plan_billing']),
    beforeFreezing: ({ id }) => prepare(id, ['plan_billing', 'submit']),
  };
};
