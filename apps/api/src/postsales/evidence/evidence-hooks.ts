import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { evidenceReports, openEvidenceStates } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import sql from 'sql-template-tag';
import { conflict } from '../../platform/http/problem.ts';
import { type Context, isUserContext } from '../../resource/commands/context.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { fixVersion } from './document/evidence-version.ts';
import { addLogs, generate } from './generate-reports.ts';
import { insertObjections } from './objections/insert-objections.ts';
import { closeLinks, share } from './room/share-report.ts';

/** Numbers are counted per company: that of the contract. */
const create: NonNullable<ResourceHooks['beforeCreate']> = async ({ tx, server, isDry }, values) => {
  const contract = await tx.one<{ company_id: string; client_id: string }>(
    sql`SELECT company_id, client_id FROM contracts WHERE id = ${referenceId(values.contract_id)}::uuid`,
  );
  if (!contract) throw new Error('a report of evidence is of a contract');
  const number = await server.engine.takeNumber(tx, {
    series: 'evidence',
    company: contract.company_id,
    isDryRun: isDry,
  });
  return { number, client_id: contract.client_id };
};

const beforeUpdate: NonNullable<ResourceHooks['beforeUpdate']> = async ({ tx }, current, values) => {
  if (!openEvidenceStates.some((state) => state === current.status)) {
    throw conflict(
      'approved',
      'El reporte ya está aprobado y no cambia. Devuélvalo a revisión para corregirlo.',
    );
  }
  if ('contract_id' in values && Number(current.covered) > 0)
    throw conflict('has_evidence', 'Ya tiene evidencias: archívelas antes de cambiar el contrato.');
  if ('period' in values) {
    const outside = await tx.one(sql`
      SELECT 1 AS one FROM evidence_items i JOIN placements p ON p.id = i.placement_id
      WHERE i.report_id = ${current.id}::uuid AND i.archived_at IS NULL
        AND NOT ${rangeToSql(values.period as DateRange)}::daterange @> daterange(p.starts_on, p.ends_on, '[]') LIMIT 1`);
    if (outside)
      throw conflict(
        'has_evidence',
        'Tiene evidencias de colocaciones fuera de ese periodo: archívelas antes de cambiarlo.',
      );
  }
  return undefined;
};

/** Takes the number of the certificate with the first approval; later editions keep it. */
const approve: StateChangeHandler = async ({ tx, server, isDry }, record) => {
  if (record.certificate_no !== null && record.certificate_no !== undefined) return undefined;
  const contract = await tx.one<{ company_id: string }>(
    sql`SELECT company_id FROM contracts WHERE id = ${referenceId(record.contract_id)}::uuid`,
  );
  if (!contract) throw new Error('a report of evidence is of a contract');
  return {
    certificate_no: await server.engine.takeNumber(tx, {
      series: 'certificate',
      company: contract.company_id,
      isDryRun: isDry,
    }),
  };
};

/** From the day of sending on its contract, its company or the setting may let silence accept it. */
const send: StateChangeHandler = async ({ tx, now }, record) => {
  const row = await tx.one<{ days: number }>(
    sql`SELECT silence_days_of(${referenceId(record.contract_id)}::uuid) AS days`,
  );
  const days = row?.days ?? 0;
  return {
    sent_at: now.toISOString(),
    answered_at: null,
    silent_on: days > 0 ? addDays(companyToday(), days) : null,
  };
};

/**
 * What it proved when it was approved is locked by a trigger, so that it can be invoiced. The proof of an acceptance that
 * is not a client's is written here.
 */
const accept: StateChangeHandler<Context> = async (context, record, { accepted_by, client_feedback }) => {
  const { tx, now } = context;
  const isSilent = context.actor === 'system';
  if (isSilent || isUserContext(context)) {
    const { edition, hash } = await fixVersion(tx, record.id);
    await tx.query(sql`
      INSERT INTO evidence_acceptances (report_id, edition, hash, accepted_by, by_silence, created_by)
      VALUES (${record.id}::uuid, ${edition}, ${hash}, ${accepted_by}, ${isSilent}, ${isSilent ? null : tx.change.actorId}::uuid)`);
  }
  return { answered_at: now.toISOString(), client_feedback: client_feedback ?? null };
};

/** An objection that a user records is to the whole report; the page of the client stores those by line. */
const object: StateChangeHandler<Context> = async (context, record, { client_feedback }) => {
  const { tx, now } = context;
  if (isUserContext(context))
    await insertObjections(tx, record.id, context.actor.fullName, new Map([[null, String(client_feedback)]]));
  return { answered_at: now.toISOString(), client_feedback: client_feedback ?? null };
};

/** A report goes back to review once something was decided on each objection. */
const refuseUndecided: NonNullable<CommandHandler['refuse']> = async ({ tx }, ids) => {
  const rows = await tx.query<{ id: string; open: number }>(sql`
    SELECT report_id AS id, count(*)::integer AS open FROM evidence_objections
    WHERE report_id = ANY(${ids}::uuid[]) AND status = 'open' GROUP BY report_id`);
  return new Map(
    rows.map(({ id, open }) => [
      id,
      [
        {
          code: 'undecided_objections',
          text:
            open === 1
              ? 'Tiene una objeción por decidir: compénsela, acredítela o respóndala.'
              : `Tiene ${open} objeciones por decidir: compénselas, acredítelas o respóndalas.`,
          fix: { label: 'Ver las objeciones', path: `/${evidenceReports.screen}/${id}?tab=cliente` },
        },
      ],
    ]),
  );
};

/** Server code of reports of evidence (domain §1.5, §2.4). */
export const evidenceReportHooks: ResourceHooks = {
  beforeCreate: create,
  beforeUpdate,
  beforeArchive: async (_context, current) => {
    if (current.status !== 'draft') throw conflict('not_draft', 'Solo se archiva un reporte en borrador.');
  },
  commands: {
    generate: generate as CommandHandler,
    add_logs: addLogs as CommandHandler,
    submit: { refuse: refuseUndecided, run: async () => undefined },
    approve,
    share,
    close_links: closeLinks,
    send,
    accept: accept as StateChangeHandler,
    object: object as StateChangeHandler,
  },
};
