import type { Body } from '@pauta/domain/document/document.ts';
import sql from 'sql-template-tag';
import type { Prepared } from '../../testing/made-up/documents.ts';
import { signInAs } from '../../testing/sign-in.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { saleContextOf } from '../lines/sale-context.ts';
import { readSaleTerms } from '../lines/sale-terms.ts';
import { flight, quoteWorld } from './fixtures.ts';

/** Creates what quotes need in tests of all documents: their lines are services. */
export const prepareQuotes = async (api: TestApi): Promise<Prepared> => {
  const { makeClient, quoteBody } = await quoteWorld(api, await signInAs(api, 'admin'));
  const client = await makeClient();
  const article = await api.database.one<{ id: string }>(sql`
    SELECT id FROM ad_articles WHERE archived_at IS NULL ORDER BY id LIMIT 1`);
  const { lines: _lines, name: _name, ...header } = quoteBody(client);
  return {
    tables: (body: Body) => readSaleTerms(api.database, saleContextOf(body)),
    header: { ...header, opportunity_id: null, brand_id: null, agency_id: null, contact_id: null },
    lines: {
      lines: {
        line_kind: 'service',
        inventory_item_id: null,
        package_id: null,
        ad_article_id: article?.id,
        flight,
        days: undefined,
        units_per_day: undefined,
        duration_sec: undefined,
        // A discount would need an approval.
        discount_pct: '0',
      },
    },
  };
};
