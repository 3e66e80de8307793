import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { runInJob } from '../../resource/writing/run-command.ts';

/** Accepts every report whose client did not answer until its day of silence; those without such a day wait. */
export const acceptSilentReports = async (
  app: FastifyInstance,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const due = await app.database.query<{ id: string }>(sql`
    SELECT id FROM evidence_reports WHERE status = 'sent' AND silent_on < business_date() AND archived_at IS NULL
    ORDER BY silent_on, id`);
  for (const { id } of due) {
    if (isStopped()) return;
    await runInJob(
      app,
      evidenceReports,
      'accept',
      id,
      systemChange(`evidence:${id}`, 'Aceptado por silencio: el cliente no respondió en el plazo'),
      { accepted_by: 'Nadie: sin respuesta en el plazo', client_feedback: 'Aceptado por silencio.' },
    );
  }
};

/** Reports are accepted by silence at the end of their last day, where the setting says so. */
export const acceptSilentInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'reports of evidence were not accepted by silence',
    pause: 15 * 60_000,
    work: async (isStopped) => {
      await acceptSilentReports(app, isStopped);
      return undefined;
    },
  });
