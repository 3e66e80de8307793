import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { openEvidenceStates } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import sql from 'sql-template-tag';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { addLogs, generate } from './generate-reports.ts';

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

/** An accepted report locks what it proved when it was approved, so that it can be invoiced. */
const accept: StateChangeHandler = async ({ tx, now }, record, { client_feedback }) => {
  await tx.query(sql`
    UPDATE placements SET locked = true WHERE id IN (
      SELECT p.id FROM evidence_report_placements e JOIN placements p ON p.id = e.placement_id
      WHERE e.report_id = ${record.id}::uuid AND p.status = 'aired' AND NOT p.locked)`);
  return { answered_at: now.toISOString(), client_feedback: client_feedback ?? null };
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
    send: async ({ now }) => ({ sent_at: now.toISOString(), answered_at: null }),
    accept,
    object: async ({ now }, _record, { client_feedback }) => ({
      answered_at: now.toISOString(),
      client_feedback: client_feedback ?? null,
    }),
  },
};
