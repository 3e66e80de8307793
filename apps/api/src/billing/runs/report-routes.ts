import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import type { RunReport } from '@pauta/domain/billing/runs/run-plan.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { notFound } from '../../platform/http/problem.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';

/** How a run of billing stands: its progress, what was planned, and what failed with its reasons. */
export const runReportRoutes = (app: FastifyInstance): void => {
  app.get<{ Params: { id: string } }>(
    '/api/billing-runs/:id/report',
    {
      config: { access: { anyPermission: viewPermissions(billingRuns) } },
      schema: {
        summary: 'Avance y fallas de una corrida de facturación',
        params: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string', format: 'uuid' } },
        },
      },
    },
    async ({ params: { id } }) => {
      const report = await app.database.one<RunReport>(sql`
        SELECT r.status, invoice_count(r) AS invoices, reviewed_count(r) AS waiting, issued_count(r) AS issued,
          failed_count(r) AS failed, r.plan, (
            SELECT coalesce(jsonb_agg(jsonb_build_object('invoice_id', i.id, 'concept', i.concept,
              'payer', CASE i.bill_to WHEN 'agency' THEN a.trade_name ELSE k.trade_name END, 'failed_at', f.failed_at,
              'reasons', f.reasons) ORDER BY i.concept, i.id), '[]')
            FROM billing_run_failures f JOIN invoices i ON i.id = f.invoice_id JOIN clients k ON k.id = i.client_id
              LEFT JOIN agencies a ON a.id = i.agency_id
            WHERE f.run_id = r.id) AS failures
        FROM billing_runs r WHERE r.id = ${id}::uuid`);
      if (!report) throw notFound();
      return { data: report };
    },
  );
};
