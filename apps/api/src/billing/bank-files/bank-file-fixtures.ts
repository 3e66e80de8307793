import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { expect } from 'vitest';
import type { TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import type { BillingFixture } from '../testing/billing-fixture.ts';

/** A statement as a Dominican bank exports it: what it is of above, totals below. */
export const statement = (...rows: readonly string[]): string =>
  [
    'Banco de Prueba;;;;;',
    'Cuenta: 960-1;;;;;',
    ';;;;;',
    'Fecha;Referencia;Descripción;Débito;Crédito;Balance',
    ...rows,
    ';;Totales;0.00;0.00;',
    '',
  ].join('\n');

/** Uploads bank files, runs their jobs and decides their movements. For tests. */
export const makeBankWorld = (api: TestApi, billing: BillingFixture) => {
  const { call, headers, bankAccountId } = billing;

  const send = (text: string | Buffer, name = 'estado.csv', account = bankAccountId) =>
    uploadFile(api, headers, {
      bytes: Buffer.from(text),
      name,
      url: `/api/bank-files/read?bank_account_id=${account}`,
    });

  /** How a file would be read, with what its columns mean and in which row its titles are. */
  const preview = (text: string, columns?: readonly object[], headerLine?: number) =>
    uploadFile(api, headers, {
      bytes: Buffer.from(text),
      name: 'estado.csv',
      url: `/api/bank-files/read/preview?bank_account_id=${bankAccountId}${headerLine === undefined ? '' : `&header_line=${headerLine}`}`,
      ...(columns && { fields: { columns: JSON.stringify(columns) } }),
    });

  const take = async (text: string | Buffer, name?: string, account?: string): Promise<string> => {
    const response = await send(text, name, account);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data.id;
  };

  const read = (id: string): Promise<AnyRecord> => billing.read('bank-files', id);

  const runJob = async (id: string, command: 'match' | 'confirm_sure'): Promise<AnyRecord> => {
    const response = await call('POST', `/api/bank-files/${id}/${command}`, {}, (await read(id)).row_version);
    expect(response.statusCode, response.body).toBe(202);
    const run = response.json().data.run.id;
    const state = async () => (await call('GET', `/api/runs/${run}`)).json().data;
    await expect
      .poll(async () => (await state()).state, { timeout: 120_000 })
      .toMatch(/finished|failed|cancelled/);
    const done = await state();
    expect(done, JSON.stringify(done)).toMatchObject({ state: 'finished' });
    return done;
  };

  /** Movements of a file that are one, by their line. */
  const movements = async (id: string): Promise<readonly AnyRecord[]> => {
    const response = await call(
      'GET',
      `/api/bank-movements?f.bank_file_id=${id}&f.status=pending,settled,repeated,unreadable&sort=line&limit=100&fields=*`,
    );
    expect(response.statusCode, response.body).toBe(200);
    return response.json().data;
  };

  const matched = async (text: string | Buffer, name?: string): Promise<string> => {
    const id = await take(text, name);
    await runJob(id, 'match');
    return id;
  };

  const run = (movement: AnyRecord | undefined, command: string, input: object = {}) =>
    call('POST', `/api/bank-movements/${movement?.id}/${command}`, input, movement?.row_version);

  return { send, preview, take, read, runJob, movements, matched, run };
};
