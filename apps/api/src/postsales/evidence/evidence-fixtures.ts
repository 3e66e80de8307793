import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { ContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { codeTo } from '../../testing/sent-mails.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import type { DeliveryWorld } from '../delivery-world.ts';

/** Makes reports of evidence and visits their pages. For tests. */
export const makeEvidenceWorld = (api: TestApi, world: ContractWorld, delivery: DeliveryWorld) => {
  let count = 0;

  /** A photo that differs from every other one. */
  const photo = async (shape = ++count * 37): Promise<Buffer> => {
    const pixels = Buffer.from(
      Array.from({ length: 64 * 48 * 3 }, (_, at) => (Math.sin((at + shape) * shape * 0.013) + 1) * 127),
    );
    return sharp(pixels, { raw: { width: 64, height: 48, channels: 3 } })
      .resize(640, 480)
      .jpeg()
      .toBuffer();
  };

  const addItem = async (report: string, bytes: Buffer, values: object = {}) => {
    const uploaded = await uploadFile(api, world.headers, { bytes, name: 'foto.jpg' });
    expect(uploaded.statusCode, uploaded.body).toBe(201);
    return delivery.call('POST', '/api/evidence-items', {
      report_id: report,
      kind: 'photo',
      file: uploaded.json().data.id,
      captured_at: `${world.today}T14:00:00Z`,
      description: 'Valla encendida',
      ...values,
    });
  };

  /** A report of today in draft: a line with three units a day of which two were aired, and a photo that proves both. */
  const draft = async () => {
    const item = await world.space(9);
    const { contract, placements } = await delivery.placed([
      world.line(item, { flight: { from: world.today, to: addDays(world.today, 1) }, units_per_day: 3 }),
    ]);
    const todays = placements.filter(({ starts_on }) => starts_on === world.today).map(({ id }) => id);
    for (const id of todays.slice(0, 2)) {
      await delivery.done('placements', id, 'confirm');
      await delivery.done('placements', id, 'mark_aired');
    }
    const made = await delivery.call('POST', '/api/evidence-reports', {
      contract_id: contract.id,
      period: { from: world.today, to: world.today },
    });
    expect(made.statusCode, made.body).toBe(201);
    const report: AnyRecord = made.json().data;
    const added = await addItem(report.id, await photo());
    expect(added.statusCode, added.body).toBe(201);
    return { contract, report, item: added.json().data as AnyRecord, placements: todays };
  };

  const approved = async () => {
    const made = await draft();
    for (const command of ['submit', 'approve'])
      await delivery.done('evidence-reports', made.report.id, command);
    return made;
  };

  const share = async (report: string, values: object = {}): Promise<string> => {
    const answer = await delivery.call('POST', `/api/evidence-reports/${report}/share`, {
      recipient: 'Ana Núñez',
      email: `ana${++count}@cliente.test`,
      expires_on: addDays(world.today, 10),
      sends_mail: false,
      ...values,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data.path;
  };

  /** A report that was sent, with the address of its page. */
  const shared = async () => {
    const email = `ana${++count}@cliente.test`;
    const made = await approved();
    return { ...made, email, path: await share(made.report.id, { email }) };
  };

  let visitor = 1;
  /** Each visitor has an address of its own: the limits are by address. */
  const from = () => {
    visitor += 1;
    return { remoteAddress: `10.7.${Math.floor(visitor / 250)}.${(visitor % 250) + 1}` };
  };
  const get = (url: string) => api.inject({ url, ...from() });
  const send = (url: string, fields: Readonly<Record<string, string>>) =>
    api.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Navegador de prueba' },
      payload: new URLSearchParams(fields).toString(),
      ...from(),
    });
  const hashIn = async (path: string): Promise<string> =>
    /SHA-256\): ([0-9a-f]{64})/.exec((await get(path)).body)?.[1] ?? '';
  const codeFor = async (path: string, email: string): Promise<string> => {
    const asked = await send(`${path}/codigo`, {});
    expect(asked.statusCode, asked.body).toBe(303);
    return codeTo(api, email);
  };
  const lockedOf = async (contract: AnyRecord): Promise<number> =>
    (await delivery.list('placements', `f.contract_id=${contract.id}&f.locked=true`)).length;
  const lineOf = async (contract: AnyRecord): Promise<string> =>
    (
      await api.database.one<{ id: string }>(
        sql`SELECT id FROM quotas WHERE contract_id = ${contract.id}::uuid`,
      )
    )?.id ?? '';

  return { photo, addItem, draft, approved, share, shared, get, send, hashIn, codeFor, lockedOf, lineOf };
};
