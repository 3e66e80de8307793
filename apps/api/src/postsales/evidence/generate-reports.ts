import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';

/** Reports that are made at once. */
const mostReports = 500;

interface Reportable {
  readonly contract_id: string;
  readonly client_id: string;
  readonly company_id: string;
}

interface Plan {
  readonly found: readonly Reportable[];
}

/** Contracts with something aired in a period that no report which shares a day with it has. */
const readReportable = ({ tx, actor }: HandlerContext, period: DateRange) =>
  tx.query<Reportable & object>(sql`
    SELECT t.id AS contract_id, t.client_id, t.company_id FROM contracts t
    WHERE ${rowVisibility(contracts, actor, 't')}
      AND EXISTS (
        SELECT FROM placements p
        WHERE p.contract_id = t.id AND p.status = 'aired' AND ${rangeToSql(period)}::daterange @> p.starts_on
          AND ${rangeToSql(period)}::daterange @> p.ends_on)
      AND NOT EXISTS (
        SELECT FROM evidence_reports r
        WHERE r.contract_id = t.id AND r.archived_at IS NULL AND r.period && ${rangeToSql(period)}::daterange)
    ORDER BY t.company_id, t.id LIMIT ${mostReports + 1}`);

/** Adds the rows of logs that prove what reports cover, each once. @returns how many */
const addLogEvidence = async (tx: Transaction, reports: readonly string[]): Promise<number> => {
  const rows = await tx.query(sql`
    INSERT INTO evidence_items (report_id, placement_id, kind, file, captured_at, description, device)
    SELECT r.id, p.id, 'air_log', l.file, s.aired_at, left('Fila ' || s.line || ' del log: ' || s.heard, 200), left(l.name, 80)
    FROM evidence_reports r JOIN placements p ON p.contract_id = r.contract_id AND p.status = 'aired'
        AND r.period @> p.starts_on AND r.period @> p.ends_on
      JOIN logged_spots s ON s.placement_id = p.id JOIN air_logs l ON l.id = s.air_log_id
    WHERE r.id = ANY(${reports}::uuid[]) AND NOT EXISTS (
      SELECT FROM evidence_items i
      WHERE i.report_id = r.id AND i.placement_id = p.id AND i.kind = 'air_log' AND i.archived_at IS NULL)
    ORDER BY r.id, s.aired_at RETURNING 1 AS one`);
  return rows.length;
};

/** Opens a report for each contract that needs one. Whoever generates waits for others who do. */
export const generate: CommandHandler<Plan, null> = {
  answer: { reports: { type: 'integer', description: 'Reportes, o los que se generarían.' } },
  plan: async (context, _record, input) => {
    const period = input.period as DateRange;
    if (!period.from || !period.to) throw invalid({ period: ['Indique el primer y el último día.'] });
    await context.tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('pauta.generate_evidence', 0))`);
    const found = await readReportable(context, period);
    if (found.length === 0)
      throw conflict(
        'nothing_aired',
        'En ese periodo ningún contrato tiene algo emitido que no esté ya en un reporte. Elija otro periodo.',
      );
    if (found.length > mostReports)
      throw invalid({ period: [`Son más de ${mostReports} reportes. Elija un periodo más corto.`] });
    return { found };
  },
  toAnswer: (_context, { found }) => ({ reports: found.length }),
  run: async ({ tx, server, isDry }, _record, input, { found }) => {
    const numbers: string[] = [];
    for (const { company_id: company } of found)
      numbers.push(await server.engine.takeNumber(tx, { series: 'evidence', company, isDryRun: isDry }));
    const made = await tx.query<{ id: string }>(sql`
      INSERT INTO evidence_reports (number, contract_id, client_id, period)
      SELECT n.number, n.contract, n.client, ${rangeToSql(input.period as DateRange)}::daterange
      FROM unnest(${numbers}::text[], ${found.map(({ contract_id }) => contract_id)}::uuid[],
        ${found.map(({ client_id }) => client_id)}::uuid[]) AS n(number, contract, client)
      RETURNING id`);
    await addLogEvidence(
      tx,
      made.map(({ id }) => id),
    );
    return undefined;
  },
};

export const addLogs: CommandHandler<unknown, AnyRecord> = {
  answer: { added: { type: 'integer', description: 'Evidencias agregadas.' } },
  run: async ({ tx }, { id }) => {
    const added = await addLogEvidence(tx, [id]);
    if (added === 0)
      throw conflict(
        'no_logs',
        'Ningún log conciliado prueba algo más de este reporte. Suba el log de su canal o emisora y concílielo.',
      );
    return { added };
  },
};
