import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import type { ContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import type { DeliveryWorld } from '../delivery-world.ts';

export interface Pauta {
  readonly contract: AnyRecord;
  readonly station: string;
  readonly code: string;
  readonly placements: readonly AnyRecord[];
}

/** A row of `csv`. */
export const row = (day: string, time: string, code: string, seconds = '') =>
  `${day};${time};${code};${seconds}`;
/** A log with a row of titles and these rows. */
export const csv = (...rows: readonly string[]) => ['Fecha;Hora;Código;Duración', ...rows, ''].join('\n');

/** Makes stations with confirmed spots, and their logs, in a world of contracts. For tests. */
export const makeLogWorld = (api: TestApi, world: ContractWorld, delivery: DeliveryWorld) => {
  let made = 0;

  /** A station of its own with a contract whose spots are confirmed with a material, one a day from today on at 10:00. */
  const pauta = async (days = 5, units = 1): Promise<Pauta> => {
    made += 1;
    const code = `HN-${made}`;
    const item = await world.space(20);
    const station = await api.database.transaction(systemChange('fixture'), async (tx) => {
      const row = await tx.one<{ id: string }>(sql`
        INSERT INTO subdivisions (code, name, division_id)
        SELECT ${`AL${made}`}, ${`Emisora de prueba ${made}`}, s.division_id FROM subdivisions s
          JOIN inventory_items i ON i.subdivision_id = s.id WHERE i.id = ${item}::uuid RETURNING id`);
      await tx.query(sql`
        UPDATE inventory_items SET subdivision_id = ${row?.id}::uuid, airs_at = '10:00' WHERE id = ${item}::uuid`);
      return row?.id ?? '';
    });
    const { placements, contract } = await delivery.placed([
      world.line(item, {
        flight: { from: world.today, to: addDays(world.today, days - 1) },
        ...(units > 1 && { units_per_day: units }),
      }),
    ]);
    await api.database.transaction(systemChange('fixture'), async (tx) => {
      const file = await tx.one<{ id: string }>(sql`
        INSERT INTO files (path, name, mime, bytes, sha256)
        VALUES (${`documents/${code}`}, 'cuña.wav', 'audio/wav', 4, sha256(${code}::text::bytea)) RETURNING id`);
      const media = await tx.one<{ id: string }>(sql`
        INSERT INTO media_files (title, kind, file, house_number)
        VALUES (${`Cuña ${made}`}, 'audio', ${file?.id}::uuid, ${code}) RETURNING id`);
      await tx.query(sql`
        UPDATE placements SET status = 'confirmed', media_file_id = ${media?.id}::uuid
        WHERE id = ANY(${placements.map(({ id }) => id)}::uuid[])`);
    });
    return { contract, station, code, placements };
  };

  const send = (station: string, text: string, name = 'log.csv') =>
    uploadFile(api, world.headers, {
      bytes: Buffer.from(text),
      name,
      url: `/api/air-logs/read?subdivision_id=${station}`,
    });

  const take = async (station: string, text: string, name?: string): Promise<string> => {
    const response = await send(station, text, name);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data.id;
  };

  const reconcile = async (id: string): Promise<AnyRecord> => {
    const response = await delivery.run('air-logs', id, 'reconcile');
    expect(response.statusCode, response.body).toBe(202);
    const run = response.json().data.run.id;
    const read = async () => (await delivery.call('GET', `/api/runs/${run}`)).json().data;
    await expect.poll(async () => (await read()).state).toMatch(/finished|failed|cancelled/);
    expect(await read()).toMatchObject({ state: 'finished' });
    return delivery.read('air-logs', id);
  };

  return { pauta, send, take, reconcile };
};
