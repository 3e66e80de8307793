import sql, { join, raw } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { Measured } from './measured.ts';

/** Writes what was measured of a stored file: its records of the library can be used. */
export const keepMeasures = async (
  tx: Transaction,
  fileId: string,
  { facts, thumbnail, strip, peaks, photo }: Measured,
): Promise<void> => {
  // A camera that does not say where it is writes the time of its place, which is that of the company.
  const taken = photo?.taken_at ?? null;
  await tx.query(sql`
    INSERT INTO media_measures AS m (file_id, thumbnail, strip, peaks, taken_at, latitude, longitude, camera, dhash)
    VALUES (${fileId}::uuid, ${thumbnail && Buffer.from(thumbnail)}, ${strip && Buffer.from(strip)}, ${peaks && Buffer.from(peaks)},
      CASE WHEN length(${taken}::text) > 19 THEN ${taken}::text::timestamptz
        ELSE ${taken}::text::timestamp AT TIME ZONE business_time_zone() END,
      ${photo?.latitude ?? null}, ${photo?.longitude ?? null}, ${photo?.camera ?? null}, ${photo?.dhash ?? null}::bit(64))
    ON CONFLICT (file_id) DO UPDATE SET measured_at = now(), thumbnail = EXCLUDED.thumbnail, strip = EXCLUDED.strip, peaks = EXCLUDED.peaks,
      taken_at = EXCLUDED.taken_at, latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude, camera = EXCLUDED.camera,
      dhash = EXCLUDED.dhash`);
  const columns = join(Object.entries(facts).map(([name, value]) => sql`${raw(name)} = ${value}`));
  await tx.query(sql`
    UPDATE media_files SET status = 'available', refusal = NULL, ${columns} WHERE file = ${fileId}::uuid`);
};

/**
 * Refuses the records of a stored file, which cannot be used. What was in use before files were measured stays as it
 * was.
 */
export const refuseFile = async (tx: Transaction, fileId: string, reason: string): Promise<void> => {
  await tx.query(sql`
    INSERT INTO media_measures (file_id) VALUES (${fileId}::uuid) ON CONFLICT (file_id) DO NOTHING`);
  await tx.query(sql`
    UPDATE media_files SET status = 'rejected', refusal = ${reason}
    WHERE file = ${fileId}::uuid AND status = 'processing'`);
};
