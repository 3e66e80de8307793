import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { signInAs } from '../../testing/sign-in.ts';
import type { TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;
type Response = Awaited<ReturnType<TestApi['inject']>>;

/** Price lists of a test, of which each that is made is valid in another year. */
export interface PricesWorld {
  /** Of a user who keeps the inventory and its prices. */
  readonly headers: Headers;
  /** The first article of television, sold by the spot, with its platform and a category of it. */
  readonly spot: string;
  readonly platform: string;
  readonly category: string;
  post(url: string, payload: object, more?: Headers): Promise<Response>;
  patch(list: AnyRecord, payload: object, more?: Headers): Promise<Response>;
  run(list: AnyRecord, command: string, payload?: object, more?: Headers): Promise<Response>;
  /** A price of the article. */
  price(own?: object): Record<string, unknown>;
  /** A new draft with one price of the article, or with these. */
  makeList(own?: object, prices?: readonly object[]): Promise<AnyRecord>;
  published(own?: object, prices?: readonly object[]): Promise<AnyRecord>;
  /** The prices of a list. */
  linesOf(list: { readonly id: string }): Promise<readonly Values[]>;
}

/** Signs in to a test database and makes price lists in it. */
export const makePricesWorld = async (api: TestApi): Promise<PricesWorld> => {
  const headers = await signInAs(api, 'inventory');
  const article = await api.database.one<{ id: string; platform_id: string; category: string }>(sql`
    SELECT a.id, a.platform_id,
      (SELECT c.id FROM inventory_categories c WHERE c.platform_id = p.id ORDER BY c.code LIMIT 1) AS category
    FROM ad_articles a JOIN platforms p ON p.id = a.platform_id WHERE p.code = 'TV' ORDER BY a.code LIMIT 1`);
  if (!article) throw new Error('television has no article');
  let made = 0;
  const post: PricesWorld['post'] = (url, payload, more = headers) =>
    api.inject({ method: 'POST', url, payload, headers: more });
  const run: PricesWorld['run'] = (list, command, payload = {}, more = headers) =>
    api.inject({
      method: 'POST',
      url: `/api/price-lists/${list.id}/${command}`,
      payload,
      headers: { ...more, 'if-match': `"${list.row_version}"` },
    });
  const price: PricesWorld['price'] = (own = {}) => ({
    id: newLineId(),
    ad_article_id: article.id,
    unit: 'spot',
    unit_price: '1000',
    ...own,
  });
  const makeList: PricesWorld['makeList'] = async (own = {}, prices = [price()]) => {
    made += 1;
    const answer = await post('/api/price-lists', {
      code: `LISTA-${made}`,
      name: `Lista ${made}`,
      kind: 'general',
      currency_code: 'DOP',
      valid: { from: `${2100 + made}-01-01`, to: `${2100 + made}-12-31` },
      prices: { put: prices },
      ...own,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().data;
  };
  return {
    headers,
    spot: article.id,
    platform: article.platform_id,
    category: article.category,
    post,
    run,
    price,
    makeList,
    patch: (list, payload, more = headers) =>
      api.inject({
        method: 'PATCH',
        url: `/api/price-lists/${list.id}`,
        payload,
        headers: { ...more, 'if-match': `"${list.row_version}"` },
      }),
    published: async (own, prices) => {
      const answer = await run(await makeList(own, prices), 'publish');
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data;
    },
    linesOf: async ({ id }) =>
      (await api.inject({ url: `/api/price-lists/${id}/prices?limit=100`, headers })).json().data,
  };
};
