import { createHash } from 'node:crypto';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { counterOf } from '../../admin/settings/take-number.ts';
import { keepMeasures } from '../../media/measuring/keep-measures.ts';
import { measurePicture } from '../../media/measuring/measure-picture.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { fixVersion } from '../../postsales/evidence/document/evidence-version.ts';
import { insertObjections } from '../../postsales/evidence/objections/insert-objections.ts';
import { insertRows } from '../insert-rows.ts';
import type { Random } from '../random.ts';
import type { DemoContract } from '../sales/contracts.ts';
import { momentOf } from './moment.ts';

/** A photo of a screen or a billboard, drawn: no two of them look alike. */
const drawPhoto = (place: number): Promise<Buffer> => {
  const sky = ['#9cc4e4', '#f3c98b', '#2c3e66', '#b8d8c0'][place % 4];
  const left = 120 + ((place * 137) % 320);
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640"><rect width="960" height="640" fill="${sky}"/>` +
        `<rect y="${420 + (place % 3) * 30}" width="960" height="220" fill="#55604f"/>` +
        `<rect x="${left}" y="${90 + (place % 5) * 22}" width="420" height="${200 + (place % 4) * 25}" fill="#f7f7f2" stroke="#222" stroke-width="10"/>` +
        `<circle cx="${left + 110 + (place % 3) * 60}" cy="220" r="${50 + (place % 4) * 14}" fill="#c0392b"/>` +
        `<rect x="${left + 200}" y="300" width="26" height="240" fill="#333"/></svg>`,
    ),
  )
    .jpeg({ quality: 82 })
    .toBuffer();
};

/** Photos of what was put on the air, two of a report; one of them is in two reports, and one is older than its period. */
const insertPhotos = async (
  tx: Transaction,
  random: Random,
  {
    reports,
    storage,
  }: { readonly reports: readonly (string | null)[]; readonly storage: Pick<Storage, 'put'> },
): Promise<void> => {
  const aired = await tx.query<{ report: string; placement: string; at: string; rank: number }>(sql`
    SELECT * FROM (
      SELECT r.id AS report, p.id AS placement, to_json(p.aired_at) #>> '{}' AS at,
        row_number() OVER (PARTITION BY r.id ORDER BY p.starts_on DESC, p.id)::integer AS rank
      FROM evidence_reports r JOIN placements p ON p.contract_id = r.contract_id AND p.status = 'aired'
        AND r.period @> p.starts_on AND r.period @> p.ends_on
      WHERE r.id = ANY(${reports.filter((id) => id !== null)}::uuid[])) s WHERE rank <= 2 ORDER BY report, rank`);
  const files = new Map<number, string>();
  for (const [at, one] of aired.entries()) {
    // The second photo of the last report is the first one of all.
    const picture = at === aired.length - 1 && aired.length > 2 ? 0 : at;
    let file = files.get(picture);
    if (file === undefined) {
      const bytes = await drawPhoto(picture);
      const path = await storage.put(bytes, { kind: 'documents', extension: 'jpg' });
      const row = await tx.one<{ id: string }>(sql`
        INSERT INTO files (path, name, mime, bytes, sha256)
        VALUES (${path}, ${`testigo-${picture + 1}.jpg`}, 'image/jpeg', ${bytes.length},
          ${createHash('sha256').update(bytes).digest()}) RETURNING id`);
      file = row?.id ?? '';
      files.set(picture, file);
      const measured = await measurePicture(bytes, 'image/jpeg');
      const taken = picture === 1 ? `${addDays(one.at.slice(0, 10), -200)}T09:30:00` : null;
      const { photo } = measured;
      await keepMeasures(tx, file, {
        ...measured,
        photo: photo && { ...photo, taken_at: taken, camera: 'Teléfono de Implementación' },
      });
    }
    await insertRows(tx, 'evidence_items', [
      {
        id: random.id(new Date(one.at)),
        report_id: one.report,
        placement_id: one.placement,
        kind: 'photo',
        file,
        captured_at: one.at,
        description: one.rank === 1 ? 'Pieza al aire' : 'Vista general',
        device: 'Teléfono de Implementación',
        created_at: one.at,
      },
    ]);
  }
};

/** The page of one report that waits for its answer, and of one to which its client objected. Nobody has their links. */
const insertRooms = async (
  tx: Transaction,
  random: Random,
  { objected, shared }: { readonly objected: string | null; readonly shared: string | null },
): Promise<void> => {
  for (const id of [objected, shared].filter((one) => one !== null)) {
    await fixVersion(tx, id);
    const token = createHash('sha256').update(random.id(new Date())).digest();
    await tx.query(sql`
      WITH link AS (
        INSERT INTO evidence_links (report_id, recipient, email, expires_on, token_hash, created_by)
        SELECT r.id, coalesce(k.full_name, 'Mercadeo'), coalesce(k.primary_email, 'mercadeo@cliente.example'),
          business_date() + 20, ${token}, c.owner_id
        FROM evidence_reports r JOIN contracts c ON c.id = r.contract_id
          LEFT JOIN LATERAL (
            SELECT full_name, primary_email FROM contacts
            WHERE client_id = r.client_id AND primary_email IS NOT NULL AND archived_at IS NULL ORDER BY id LIMIT 1) k ON true
        WHERE r.id = ${id}::uuid RETURNING report_id, id)
      INSERT INTO evidence_room_log (report_id, link_id, act) SELECT report_id, id, 'opened' FROM link`);
  }
  if (objected === null) return;
  const line = await tx.one<{ id: string; author: string }>(sql`
    SELECT q.id, (SELECT recipient FROM evidence_links WHERE report_id = r.id LIMIT 1) AS author
    FROM evidence_reports r JOIN quotas q ON q.contract_id = r.contract_id WHERE r.id = ${objected}::uuid ORDER BY q.id LIMIT 1`);
  if (!line) return;
  await tx.query(sql`
    UPDATE evidence_reports SET status = 'objected', answered_at = sent_at + interval '1 day',
      client_feedback = 'No vimos la última semana. Falta el testigo de audio.' WHERE id = ${objected}::uuid`);
  await insertObjections(
    tx,
    objected,
    line.author,
    new Map([
      [line.id, 'No vimos la última semana en el monitoreo.'],
      [null, 'Falta el testigo de audio.'],
    ]),
  );
  // What is credited waits for billing.
  await tx.query(sql`
    UPDATE evidence_objections SET status = 'credit', decided_at = now(), credit = 12500,
      answer = 'Acreditamos la última semana en su próxima factura.'
    WHERE report_id = ${objected}::uuid AND quota_id = ${line.id}::uuid`);
};

/** Reports of evidence of contracts that are over, some of them accepted, and of some that run. */
export const insertEvidence = async (
  tx: Transaction,
  random: Random,
  {
    all,
    file,
    now,
    storage,
  }: {
    readonly all: readonly DemoContract[];
    readonly file: string;
    readonly now: Date;
    readonly storage: Pick<Storage, 'put'>;
  },
): Promise<void> => {
  const today = now.toISOString().slice(0, 10);
  const reported = all.filter(
    ({ fate, flight }) =>
      (fate === 'finished' && random.chance(85)) || (fate === 'active' && flight.from < addDays(today, -7)),
  );
  const reports = reported.map(({ id, client, company, fate, flight }, index) => {
    const to = fate === 'finished' ? flight.to : addDays(today, -1);
    const at = momentOf(fate === 'finished' ? addDays(to, 2) : today, '14:00:00', now);
    return {
      row: {
        id: random.id(at),
        number: `EV-${to.slice(0, 4)}-${String(index + 1).padStart(5, '0')}`,
        contract_id: id,
        client_id: client.id,
        period: `[${flight.from},${to}]`,
        status: 'draft',
        created_at: at,
      },
      at,
      fate,
      company,
    };
  });
  if (reports.length === 0) return;
  await insertRows(
    tx,
    'evidence_reports',
    reports.map(({ row }) => row),
  );
  await insertRows(
    tx,
    'evidence_items',
    reports.map(({ row, at }) => ({
      id: random.id(at),
      report_id: row.id,
      kind: 'certificate',
      file,
      captured_at: at,
      description: 'Certificación de transmisión',
      created_at: at,
    })),
  );
  const numbered = (series: string, numberOf: (number: string) => string, some: typeof reports) =>
    insertRows(
      tx,
      'given_numbers',
      some.map(({ row: { number }, company }) => ({
        series,
        company_id: company,
        number: numberOf(number),
        counter: counterOf(series, { company }),
        year: Number(number.split('-')[1]),
        count: Number(number.split('-')[2]),
      })),
    );
  const certificateOf = (number: string): string => number.replace('EV', 'CP');
  const over = reports.filter(({ fate }) => fate === 'finished');
  await numbered('evidence', (number) => number, reports);
  if (over.length > 0) await numbered('certificate', certificateOf, over);
  // The newest show what their pages are like; of the others one in three still waits for its answer.
  const newest = over
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ row }) => row.id);
  const [objected = null, shared = null, ...rest] = newest;
  const running = reports.find(({ fate }) => fate === 'active')?.row.id ?? null;
  await insertPhotos(tx, random, { reports: [running, objected, shared], storage });
  const accepted = rest.filter(() => random.chance(70));
  const proved = accepted.slice(0, 10);
  const before = accepted.slice(10);
  await tx.query(sql`
    UPDATE evidence_reports SET status = 'approved', certificate_no = replace(number, 'EV', 'CP')
    WHERE id = ANY(${newest}::uuid[])`);
  await tx.query(sql`
    UPDATE evidence_reports SET status = 'sent', sent_at = created_at + interval '1 day',
      silent_on = CASE WHEN silence_days_of(contract_id) > 0 THEN business_date() + silence_days_of(contract_id) END
    WHERE id = ANY(${newest.filter((id) => !before.includes(id))}::uuid[])`);
  // As an earlier release left them, without a proof of the acceptance.
  await tx.query(sql`
    UPDATE evidence_reports SET status = 'accepted', sent_at = created_at + interval '1 day',
      answered_at = created_at + interval '3 days'
    WHERE id = ANY(${before}::uuid[])`);
  for (const id of proved) {
    const { edition, hash } = await fixVersion(tx, id);
    await tx.query(sql`
      INSERT INTO evidence_acceptances (report_id, edition, hash, accepted_by, created_by)
      SELECT r.id, ${edition}, ${hash}, 'Gerencia de mercadeo', c.owner_id
      FROM evidence_reports r JOIN contracts c ON c.id = r.contract_id WHERE r.id = ${id}::uuid`);
  }
  await tx.query(sql`
    UPDATE evidence_reports SET status = 'accepted', answered_at = created_at + interval '3 days'
    WHERE id = ANY(${proved}::uuid[])`);
  await insertRooms(tx, random, { objected, shared });
};
