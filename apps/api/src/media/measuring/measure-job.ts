import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import type { JobKind, JobWork } from '../../platform/jobs/job.ts';
import { ProcessEnded, TooSlow } from '../../platform/processes/worker-process.ts';
import { keepMeasures, refuseFile } from './keep-measures.ts';
import { Refused } from './measured.ts';
import type { Measurer } from './measurer.ts';

/** Measures a stored file of the library, or a photo of evidence, by its id in `files`. */
export const measureFile: JobKind<{ readonly id: string }> = {
  name: 'measure_media',
  attempts: 5,
  keyOf: ({ id }) => id,
  // After mails and imports, for which somebody waits.
  priority: 5,
};

class Missing extends Error {}

/** Why a file is refused once no further attempt is made. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Refused) return error.message;
  if (error instanceof Missing) return 'El archivo ya no está en el almacén. Súbalo de nuevo.';
  if (error instanceof TooSlow || error instanceof ProcessEnded)
    return 'El archivo pide demasiado tiempo o memoria para leerse. Expórtelo de nuevo, más simple o por partes, y súbalo.';
  return 'El archivo no se pudo leer. Expórtelo de nuevo y súbalo.';
};

/** The handler of {@link measureFile}. */
export const workOnMeasuring =
  ({ database, storage, log }: FastifyInstance, measurer: Measurer): JobWork<{ readonly id: string }> =>
  async ({ id }, { isLastAttempt }) => {
    const file = await database.one<{ path: string; mime: string }>(sql`
      SELECT f.path, f.mime FROM files f
      WHERE f.id = ${id}::uuid AND (EXISTS (SELECT FROM media_files m WHERE m.file = f.id)
        OR EXISTS (SELECT FROM evidence_items i WHERE i.file = f.id))`);
    if (!file) return;
    try {
      if ((await storage.sizeOf(file.path)) === undefined) throw new Missing(file.path);
      const measured = await measurer.measure(file.path, file.mime);
      await database.transaction(systemChange('media'), (tx) => keepMeasures(tx, id, measured));
    } catch (error) {
      // A file that is not accepted stays so; anything else may pass, such as a server under load.
      if (!(error instanceof Refused)) {
        if (!isLastAttempt) throw error;
        log.warn({ err: error, file: id }, 'a media file could not be measured');
      }
      await database.transaction(systemChange('media'), (tx) => refuseFile(tx, id, reasonOf(error)));
    }
  };

/**
 * Adds jobs for files that were not measured yet, such as those of an earlier version, and for those of which it did not
 * read all that this one reads.
 */
export const measureMissing = async ({ database, jobs }: FastifyInstance): Promise<void> => {
  const missing = await database.query<{ id: string }>(sql`
    SELECT DISTINCT m.file AS id FROM (
      SELECT file FROM media_files
      UNION ALL SELECT i.file FROM evidence_items i JOIN files f ON f.id = i.file WHERE f.mime LIKE 'image/%') m
    WHERE NOT EXISTS (SELECT FROM media_measures d WHERE d.file_id = m.file)
    UNION
    SELECT m.file FROM media_files m JOIN media_measures d ON d.file_id = m.file
    WHERE m.status = 'available' AND m.unmeasured IS NULL
      AND (m.kind = 'video' AND d.strip IS NULL OR m.kind = 'audio' AND d.peaks IS NULL)
    ORDER BY 1`);
  for (const { id } of missing) await jobs.addMissing(database, measureFile, { id });
};
