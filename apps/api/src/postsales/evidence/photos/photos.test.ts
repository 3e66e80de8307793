import { createHash } from 'node:crypto';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { type PhotoFacts, photoWarnings } from '@pauta/domain/postsales/evidence/photo-warnings.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractWorld, makeContractWorld } from '../../../sales/contracts/contract-fixtures.ts';
import { createRole, createUser, signIn } from '../../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { makeDeliveryWorld } from '../../delivery-world.ts';
import { makeEvidenceWorld } from '../evidence-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let evidence: ReturnType<typeof makeEvidenceWorld>;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  evidence = makeEvidenceWorld(api, world, makeDeliveryWorld(api, world));
});
afterAll(() => api.close());

const factsOf = async (report: string, headers = world.headers): Promise<readonly PhotoFacts[]> => {
  const read = async () =>
    (await api.inject({ url: `/api/evidence-reports/${report}/coverage`, headers })).json().data
      .items as PhotoFacts[];
  await expect
    .poll(async () => (await read()).some((one) => one.is_measured_later), { timeout: 30_000 })
    .toBe(false);
  return read();
};

/** EXIF of a camera at a place and a time. */
const withExif = (picture: Buffer, day: string) =>
  sharp(picture)
    .withExif({
      IFD0: { Make: 'Marca', Model: 'Uno' },
      IFD2: { DateTimeOriginal: `${day.replaceAll('-', ':')} 10:00:00` },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '18/1 29/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '69/1 55/1 0/1',
      },
    })
    .jpeg()
    .toBuffer();

test('the time and the place that a camera wrote are read, and said where they differ', async () => {
  const { report } = await evidence.draft();
  const old = await withExif(await evidence.photo(), addDays(world.today, -40));
  expect((await evidence.addItem(report.id, old, { description: 'Vieja' })).statusCode).toBe(201);
  const photo = (await factsOf(report.id)).find(({ title }) => title === 'Vieja');
  expect(photo).toMatchObject({ camera: 'Marca Uno', twins: [] });
  expect(photo?.latitude).toBeCloseTo(18.4833, 3);
  expect(photo?.longitude).toBeCloseTo(-69.9167, 3);
  expect(photo && photoWarnings(photo)).toEqual([expect.stringContaining('antes del periodo')]);
  expect(
    photo &&
      photoWarnings({
        ...photo,
        taken_at: null,
        site: 'Valla 27',
        site_latitude: 18.5,
        site_longitude: -69.9167,
      }),
  ).toEqual([expect.stringMatching(/^Se tomó a 1\.9 km de Valla 27/)]);
});

test('the same picture, exactly or nearly, in whatever report is shown, and to whom it may be shown', async () => {
  const picture = await evidence.photo();
  const [one, two] = [await evidence.draft(), await evidence.draft()];
  await evidence.addItem(one.report.id, picture, { description: 'La primera' });
  await factsOf(one.report.id);
  await evidence.addItem(two.report.id, picture, { description: 'La misma' });
  const smaller = await sharp(picture).resize(320).jpeg({ quality: 60 }).toBuffer();
  await evidence.addItem(two.report.id, smaller, { description: 'Más pequeña' });
  const facts = await factsOf(two.report.id);
  const said = (title: string) => {
    const photo = facts.find((item) => item.title === title);
    return photo ? photoWarnings(photo) : [];
  };
  expect(said('La misma')).toContain(
    `Es el mismo archivo que «La primera» del reporte ${String(one.report.number)}.`,
  );
  expect(said('Más pequeña')).toContain(
    `Es casi la misma imagen que «La primera» del reporte ${String(one.report.number)}.`,
  );
  expect(said('Valla encendida')).toEqual([]);
});

test('a file is the one that the telephone hashed when it was taken', async () => {
  const { report } = await evidence.draft();
  const picture = await evidence.photo();
  const hash = createHash('sha256').update(picture).digest('hex');
  const wrong = await evidence.addItem(report.id, picture, { captured_sha256: '0'.repeat(64) });
  expect(wrong.statusCode).toBe(422);
  expect(wrong.json().errors.file[0]).toContain('No es el archivo que se tomó');
  const right = await evidence.addItem(report.id, picture, {
    captured_sha256: hash,
    latitude: '18.486058',
    longitude: '-69.931212',
  });
  expect(right.statusCode, right.body).toBe(201);
  const half = await evidence.addItem(report.id, picture, { latitude: '18.486058' });
  expect(half.statusCode).toBe(422);
});

test('a small version is shown only to those who may see the report', async () => {
  const { report, item } = await evidence.draft();
  await factsOf(report.id);
  const url = `/api/evidence-items/${item.id}/thumbnail`;
  const shown = await api.inject({ url, headers: world.headers });
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  const role = await createRole(api, ['evidence_reports.view_own']);
  const headers = await signIn(api, await createUser(api, { role }));
  expect((await api.inject({ url, headers })).statusCode).toBe(404);
});
