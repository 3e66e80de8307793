import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signInAs } from '../../testing/sign-in.ts';
import type { TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Calls about opportunities of one client, as the administrator unless other headers are given.
 *
 * @example sales = await startSales(api); await sales.open({ expected_amount: '500.00' })
 */
export const startSales = async (api: TestApi) => {
  const headers = await signInAs(api, 'admin');
  const seller = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  const call = (method: Method, url: string, payload?: object, more: Headers = {}) =>
    api.inject({ method, url, ...(payload && { payload }), headers: { ...headers, ...more } });
  /** The `data` of an answer that must have succeeded. */
  const data = async (response: PromiseLike<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await response;
    expect(statusCode, body).toBeLessThan(300);
    return JSON.parse(body).data;
  };
  const client = await data(call('POST', '/api/clients', await sampleBody(api.database, clients, 1)));
  const contact = await data(
    call('POST', '/api/contacts', {
      first_name: 'Eva',
      last_name: 'Sosa',
      client_id: client.id,
      role: 'commercial',
    }),
  );
  const rows = await api.database.query<{ code: string; id: string }>(
    sql`SELECT code, id FROM closing_probabilities`,
  );
  const stages: Readonly<Record<string, string>> = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
  const idOf = async (query: ReturnType<typeof sql>): Promise<string> =>
    String((await api.database.one<{ id: string }>(query))?.id);
  const platform = await idOf(sql`SELECT id FROM platforms ORDER BY id LIMIT 1`);
  const lossReason = await idOf(sql`SELECT id FROM reasons WHERE kind = 'loss' ORDER BY sort_order LIMIT 1`);
  return {
    headers,
    seller,
    client,
    contact,
    platform,
    stages,
    lossReason,
    call,
    data,
    /** An opportunity in the first stage, with only what is required. */
    open: (values: object = {}): Promise<AnyRecord> =>
      data(
        call('POST', '/api/opportunities', {
          name: 'Campaña de verano',
          client_id: client.id,
          owner_id: seller.id,
          stage_id: stages.PROSPECTO,
          expected_amount: '1000.00',
          currency_code: 'DOP',
          expected_close_date: '2030-05-15',
          next_step: 'Presentar la propuesta',
          ...values,
        }),
      ),
    run: (record: AnyRecord, name: string, payload: object = {}, more: Headers = {}) =>
      call('POST', `/api/opportunities/${record.id}/${name}`, payload, {
        'if-match': `"${record.row_version}"`,
        ...more,
      }),
    read: (id: string, more?: Headers): Promise<AnyRecord> =>
      data(call('GET', `/api/opportunities/${id}`, undefined, more)),
  };
};

export type Sales = Awaited<ReturnType<typeof startSales>>;
