import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { expect } from 'vitest';
import type { ContractWorld } from '../sales/contracts/contract-fixtures.ts';
import type { TestApi } from '../testing/test-api.ts';

type Response = Awaited<ReturnType<TestApi['inject']>>;

/** Calls of the API about what signed contracts deliver. For tests. */
export interface DeliveryWorld {
  call(
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    payload?: object,
    more?: Record<string, string>,
  ): Promise<Response>;
  /** A record, with its counts as numbers. */
  read(path: string, id: string): Promise<AnyRecord>;
  list(path: string, query: string): Promise<AnyRecord[]>;
  /** Changes the current version of a record. */
  change(path: string, id: string, values: object): Promise<Response>;
  /** Runs a command on the current version of a record. */
  run(path: string, id: string, command: string, input?: object): Promise<Response>;
  /** Runs a command that succeeds, and answers the record. */
  done(path: string, id: string, command: string, input?: object): Promise<AnyRecord>;
  /** A signed contract with these lines. */
  sign(lines: readonly object[], values?: object): Promise<AnyRecord>;
  quotaOf(contract: AnyRecord): Promise<AnyRecord>;
  /** The placements of a quota in the order of their days. */
  placementsOf(quota: AnyRecord, more?: string): Promise<AnyRecord[]>;
  /** A signed contract with these lines, whose first quota is placed as a whole. */
  placed(lines: readonly object[]): Promise<{
    readonly contract: AnyRecord;
    readonly quota: AnyRecord;
    readonly placements: readonly AnyRecord[];
  }>;
}

const counts = ['contracted', 'placed', 'unplaced', 'aired', 'missed', 'compensated', 'pending', 'load'];

const counted = (record: AnyRecord): AnyRecord => ({
  ...record,
  ...Object.fromEntries(
    counts.filter((name) => typeof record[name] === 'string').map((name) => [name, Number(record[name])]),
  ),
});

/** Makes the calls about delivery in a world of contracts. */
export const makeDeliveryWorld = (api: TestApi, world: ContractWorld): DeliveryWorld => {
  const call: DeliveryWorld['call'] = (method, url, payload, more = {}) =>
    api.inject({ method, url, headers: { ...world.headers, ...more }, ...(payload && { payload }) });
  const read: DeliveryWorld['read'] = async (path, id) =>
    counted((await call('GET', `/api/${path}/${id}`)).json().data);
  const list: DeliveryWorld['list'] = async (path, query) =>
    (await call('GET', `/api/${path}?fields=*&limit=100&${query}`)).json().data.map(counted);
  const versionOf = async (path: string, id: string) => ({
    'if-match': `"${(await read(path, id)).row_version}"`,
  });
  const run: DeliveryWorld['run'] = async (path, id, command, input = {}) =>
    call('POST', `/api/${path}/${id}/${command}`, input, await versionOf(path, id));
  const sign: DeliveryWorld['sign'] = async (lines, values) => {
    const contract = await world.pending(await world.client(), lines, values);
    const response = await world.run(contract.id, 'sign', { signed_on: world.today });
    expect(response.statusCode, response.body).toBe(200);
    return world.read(contract.id);
  };
  const quotaOf: DeliveryWorld['quotaOf'] = async (contract) => {
    const [quota] = await list('quotas', `f.contract_id=${contract.id}`);
    if (!quota) throw new Error('the contract has no quota');
    return quota;
  };
  const placementsOf: DeliveryWorld['placementsOf'] = (quota, more = '') =>
    list('placements', `f.quota_id=${quota.id}&sort=starts_on${more}`);
  return {
    call,
    read,
    list,
    run,
    sign,
    quotaOf,
    placementsOf,
    change: async (path, id, values) =>
      call('PATCH', `/api/${path}/${id}`, values, await versionOf(path, id)),
    done: async (path, id, command, input = {}) => {
      const response = await run(path, id, command, input);
      expect(response.statusCode, response.body).toBe(200);
      return counted(response.json().data);
    },
    placed: async (lines) => {
      const contract = await sign(lines);
      const quota = await quotaOf(contract);
      const response = await call('POST', `/api/quotas/${quota.id}/place`, {});
      expect(response.statusCode, response.body).toBe(200);
      return { contract, quota, placements: await placementsOf(quota) };
    },
  };
};
