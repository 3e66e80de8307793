import { buffer } from 'node:stream/consumers';
import { companyDay, companyTimeFormat } from '@pauta/domain/calendar/company-clock.ts';
import type { Report } from '@pauta/domain/reports/report.ts';
import { formatFigure, type ReportAnswer } from '@pauta/domain/reports/report-answer.ts';
import { periodText } from '@pauta/domain/reports/report-table.ts';
import { reportNamed } from '@pauta/domain/reports/reports.ts';
import { nextMailing, type Schedule, schedules } from '@pauta/domain/reports/saved-report.ts';
import { exportPermission } from '@pauta/domain/resource/resource.ts';
import { lower } from '@pauta/domain/text/label.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { loadActor } from '../../admin/users/load-actor.ts';
import { tableTypes } from '../../import-export/export/table-file.ts';
import type { Attachment } from '../../mail/email.ts';
import type { Actor } from '../../platform/access.ts';
import { systemChange, type Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { doAllDue, workRegularly } from '../../platform/regular-work.ts';
import { readReport } from '../read-report.ts';
import { reportFile, reportFileName } from '../report-file.ts';
import { maySeeReport, savedQuery } from './saved-reports.ts';

type Server = Pick<FastifyInstance, 'database' | 'mailer' | 'log'>;

interface DueReport {
  id: string;
  report: string;
  name: string;
  params: string;
  every: Schedule;
  owner_id: string;
  recipients: string[];
}

/** A file above this size is not attached: the mail has the link only. */
const mostBytes = 5_000_000;

/** The hour of the company's day from which reports are mailed. */
const fromHour = 6;

const totalsOf = ({ cells, measures, currency }: ReportAnswer): string[] => {
  const total = cells.find(({ row, column }) => row === null && column === null);
  return measures.flatMap(({ label, unit }, place) => {
    const value = total?.figures[place]?.value;
    return value == null ? [] : [`${label}: ${formatFigure(value, unit, currency)}.`];
  });
};

/** The file of a report for somebody who may export its rows; it is logged as an export of theirs. */
const fileFor = async (
  tx: Transaction,
  report: Report,
  { due, answer, rowsBy, actor }: { due: DueReport; answer: ReportAnswer; rowsBy: string; actor: Actor },
): Promise<Attachment | null> => {
  const resource = report.resource();
  const permission = exportPermission(resource);
  if (permission !== null && !actor.permissions.has(permission)) return null;
  const bytes = await buffer(reportFile(report, answer, rowsBy, 'xlsx'));
  if (bytes.length > mostBytes) return null;
  const rows = answer.rows.length;
  const after = { rows, format: 'xlsx', report: report.name, query: due.params, mailed_to: actor.email };
  await tx.query(sql`
    WITH made AS (
      INSERT INTO exports (resource, user_id, format, expected, rows, finished_at)
      VALUES (${resource.name}, ${actor.userId}::uuid, 'xlsx', ${rows}, ${rows}, now()) RETURNING id)
    INSERT INTO audit_log (actor_id, request_id, entity, entity_id, action, after)
    SELECT ${actor.userId}::uuid, audit_setting('request'), ${resource.name}, made.id, 'export', ${JSON.stringify(after)}::jsonb
    FROM made`);
  return {
    name: reportFileName(report, answer, 'xlsx'),
    type: tableTypes.xlsx,
    content: bytes.toString('base64'),
  };
};

/** Mails a report to one user, as their own permissions show it. */
const mailTo = async (server: Server, tx: Transaction, due: DueReport, userId: string): Promise<void> => {
  const report = reportNamed(due.report);
  const actor = await loadActor(tx, userId);
  if (!report || !actor || !maySeeReport(report, actor)) return;
  const query = savedQuery(report, due.params);
  if (!query) return;
  // Read outside of the transaction, so that a report that takes too long does not end it.
  const answer = await readReport(server.database, report, query, actor);
  const file = await fileFor(tx, report, { due, answer, rowsBy: query.rows, actor });
  const url = await server.mailer.address(
    tx,
    `/reportes/informes/${report.name}${due.params === '' ? '' : `?${due.params}`}`,
  );
  await server.mailer.queue(tx, {
    userId,
    to: actor.email,
    goodForHours: 24,
    content: {
      subject: `Informe: ${due.name}`,
      name: actor.fullName,
      paragraphs: [
        `${report.label}, ${periodText(answer.period)}.`,
        ...(answer.cells.length === 0 ? ['No hay nada que contar en este periodo.'] : totalsOf(answer)),
        ...(file ? ['El informe va adjunto, con lo que usted puede ver.'] : []),
      ],
      action: { label: 'Abrir el informe', url },
      note:
        userId === due.owner_id
          ? `Le escribimos porque guardó este informe para recibirlo ${lower(schedules[due.every])}. Puede cambiarlo en Reportes › Informes.`
          : `Le escribimos porque este informe se comparte con su rol y se envía ${lower(schedules[due.every])}.`,
      ...(file && { attachments: [file] }),
    },
  });
};

/** Mails one report that is due; false if none is. */
const mailOne = (server: Server, today: string): Promise<boolean> =>
  server.database.transaction(systemChange('saved-reports', 'Envío de un informe'), async (tx) => {
    const due = await tx.one<DueReport>(sql`
      SELECT s.id, s.report, s.name, s.params, s.every, s.owner_id,
        ARRAY(SELECT s.owner_id UNION SELECT h.user_id FROM user_roles h WHERE h.role_id = s.role_id) AS recipients
      FROM saved_reports s WHERE s.next_on <= ${today}::date AND s.archived_at IS NULL
      ORDER BY s.next_on, s.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`);
    if (!due) return false;
    await tx.query(sql`
      UPDATE saved_reports SET next_on = ${nextMailing(due.every, today)}::date WHERE id = ${due.id}::uuid`);
    for (const userId of due.recipients) {
      try {
        await mailTo(server, tx, due, userId);
      } catch (error) {
        // Too slow for this recipient, for example; the others get theirs.
        if (!(error instanceof Problem)) throw error;
        server.log.warn({ report: due.id, reason: error.code }, 'a saved report could not be mailed');
      }
    }
    return true;
  });

/**
 * Mails every saved report that is due on a day, once: its new day and its mails are one transaction.
 *
 * @returns the number of reports
 */
export const mailDueReports = (
  server: Server,
  today: string,
  isStopped: () => boolean = () => false,
): Promise<number> => doAllDue(isStopped, () => mailOne(server, today));

const hourNow = companyTimeFormat({ hour: '2-digit', hourCycle: 'h23' }, 'sv-SE');

/** Mails due reports in the morning of the company's day, while the server runs. */
export const mailReportsInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'saved reports were not mailed',
    pause: 60_000,
    work: async (isStopped) => {
      const now = Date.now();
      if (Number(hourNow(now)) >= fromHour) await mailDueReports(app, companyDay(now), isStopped);
      return undefined;
    },
  });
