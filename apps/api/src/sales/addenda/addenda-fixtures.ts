import type { Line } from '@pauta/domain/document/document.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { expect } from 'vitest';
import type { TestApi } from '../../testing/test-api.ts';
import type { ContractWorld } from '../contracts/contract-fixtures.ts';

type Response = Awaited<ReturnType<TestApi['inject']>>;

/** Addenda to contracts of a test world. */
export interface AddendaWorld {
  /** A signed contract. */
  signed(lines: readonly object[], values?: object): Promise<AnyRecord>;
  /** Drafts an addendum; effective today unless told. */
  draft(contractId: string, effectiveOn?: string): Promise<AnyRecord>;
  read(id: string): Promise<AnyRecord>;
  patch(id: string, payload: object): Promise<Response>;
  /** Runs a command on the current version of an addendum. */
  run(id: string, command: string, input?: object): Promise<Response>;
  /** Changes the lines of a draft, and other values, and sends it to be signed. */
  pending(addendum: AnyRecord, put: readonly object[], values?: object): Promise<AnyRecord>;
  apply(id: string): Promise<Response>;
  /** A line as it is added. */
  added(itemId: string, values?: object): Record<string, unknown>;
}

/** What an answer of a request must have been, with its body where it was another. */
const expectStatus = (response: Response, status: number): Response => {
  expect(response.statusCode, response.body).toBe(status);
  return response;
};

/** The lines of an addendum. */
export const linesOfAddendum = (addendum: AnyRecord): readonly Line[] => linesIn(addendum, 'lines');

/** The id of the order line of a line. */
export const orderLineOf = (line: Line | undefined): string =>
  (line?.order_line_id as Reference | null | undefined)?.id ?? '';

/** Makes addenda in a world of contracts. */
export const makeAddendaWorld = (api: TestApi, world: ContractWorld): AddendaWorld => {
  const read = async (id: string): Promise<AnyRecord> =>
    (await api.inject({ url: `/api/addenda/${id}`, headers: world.headers })).json().data;
  const versioned = async (id: string) => ({
    ...world.headers,
    'if-match': `"${(await read(id)).row_version}"`,
  });
  const patch: AddendaWorld['patch'] = async (id, payload) =>
    api.inject({ method: 'PATCH', url: `/api/addenda/${id}`, headers: await versioned(id), payload });
  const run: AddendaWorld['run'] = async (id, command, input = {}) =>
    api.inject({
      method: 'POST',
      url: `/api/addenda/${id}/${command}`,
      headers: await versioned(id),
      payload: input,
    });
  return {
    read,
    patch,
    run,
    signed: async (lines, values = {}) => {
      const { id } = await world.pending(await world.client(), lines, values);
      return expectStatus(await world.run(id, 'sign', { signed_on: world.today }), 200).json().data;
    },
    draft: async (contractId, effectiveOn = world.today) => {
      const input = { kinds: ['change_dates'], effective_on: effectiveOn, reason: 'Lo pidió el cliente' };
      const made = expectStatus(await world.run(contractId, 'amend', input), 200);
      return read(made.json().data.addendum_id);
    },
    pending: async (addendum, put, values = {}) => {
      expectStatus(await patch(addendum.id, { lines: { put }, ...values }), 200);
      expectStatus(await run(addendum.id, 'plan_billing'), 200);
      expectStatus(await run(addendum.id, 'submit'), 200);
      return read(addendum.id);
    },
    apply: (id) => run(id, 'apply', { signed_on: world.today }),
    added: (itemId, values = {}) => ({ ...world.line(itemId, values), id: newLineId(), op: 'add' }),
  };
};
