import { createHash } from 'node:crypto';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openZip } from '../../import-export/reading/zip-reader.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

const photo = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#245' } })
    .jpeg()
    .toBuffer();

const add = async (report: string, bytes: Buffer, description: string): Promise<void> => {
  const uploaded = await uploadFile(api, world.headers, { bytes, name: 'foto.jpg' });
  expect(uploaded.statusCode, uploaded.body).toBe(201);
  const made = await delivery.call('POST', '/api/evidence-items', {
    report_id: report,
    kind: 'photo',
    file: uploaded.json().data.id,
    captured_at: `${world.today}T14:00:00Z`,
    description,
  });
  expect(made.statusCode, made.body).toBe(201);
};

const report = async (): Promise<AnyRecord> => {
  const contract = await delivery.sign([world.line(await world.space(5))]);
  const made = await delivery.call('POST', '/api/evidence-reports', {
    contract_id: contract.id,
    period: { from: world.today, to: world.today },
  });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().data;
};

const zipOf = (id: string, headers = world.headers) =>
  api.inject({ url: `/api/evidence-reports/${id}/originals.zip`, headers });

test('the originals of a report are in the ZIP byte by byte, with an index of their hashes', async () => {
  const { id, number } = await report();
  const [one, other] = [await photo(20), await photo(30)];
  await add(id, one, '=1+1');
  await add(id, other, 'Valla de la 27');
  const answer = await zipOf(id);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent(`Evidencias ${number}.zip`));
  const entries = openZip(answer.rawPayload);
  expect([...entries.keys()]).toEqual([
    'Índice.csv',
    expect.stringMatching(/^001 Foto/),
    '002 Foto Valla de la 27.jpg',
  ]);
  const read = async (name: string): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of entries.get(name)?.() ?? []) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  expect(await read('002 Foto Valla de la 27.jpg')).toEqual(other);
  const index = (await read('Índice.csv')).toString();
  expect(index).toContain(createHash('sha256').update(one).digest('hex'));
  expect(index).toContain("'=1+1");
});

test('a report without evidence says so, and one out of reach is not there', async () => {
  const { id } = await report();
  expect((await zipOf(id)).json()).toMatchObject({ status: 409, code: 'no_evidence' });
  const own = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['evidence_reports.view_own']) }),
  );
  expect((await zipOf(id, own)).statusCode).toBe(404);
  const none = await signIn(api, await createUser(api, { role: await createRole(api, []) }));
  expect((await zipOf(id, none)).statusCode).toBe(403);
});
