import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import { doAllDue } from '../../platform/regular-work.ts';
import { insertDispute } from './insert-dispute.ts';

interface Rejected {
  readonly document_id: string;
  readonly id: string;
  readonly fiscal_number: string;
  readonly currency_code: string;
  readonly left: string;
  readonly customer_reason: string;
  readonly reason_id: string | null;
  readonly resolver_id: string | null;
}

/**
 * Opens a dispute for each invoice that its customer rejected (ACECF), for what is still owed of it outside of other
 * disputes, each in its own transaction and once. The collector of the account resolves it, else whoever issued the
 * invoice, else somebody who manages collections. Of an invoice that is paid nothing is disputed.
 *
 * @returns how many were looked at
 */
export const disputeRejected = async (
  { database }: FastifyInstance,
  isStopped: () => boolean = () => false,
): Promise<number> =>
  doAllDue(isStopped, () =>
    database.transaction(systemChange('ecf', 'Comprobante rechazado por el cliente'), async (tx) => {
      const due = await tx.one<Rejected>(sql`
        SELECT d.id AS document_id, i.id, i.fiscal_number, i.currency_code, collectable(i)::text AS left, d.customer_reason,
          (SELECT r.id FROM reasons r WHERE r.kind = 'dispute' AND r.archived_at IS NULL
            ORDER BY r.code IS DISTINCT FROM 'DIS-OTRO', r.sort_order, r.id LIMIT 1) AS reason_id,
          (SELECT u.id FROM users u
            WHERE u.status = 'active' AND (u.id IN (i.updated_by, i.created_by) OR u.id IN (
                SELECT k.collector_id FROM collection_cases k WHERE k.status = 'open' AND CASE WHEN i.bill_to = 'agency'
                  THEN k.agency_id = i.agency_id ELSE k.client_id = i.client_id END)
              OR EXISTS (SELECT FROM user_roles ur JOIN role_permissions p ON p.role_id = ur.role_id
                WHERE ur.user_id = u.id AND p.permission = 'collections.manage'))
            ORDER BY EXISTS (SELECT FROM collection_cases k WHERE k.collector_id = u.id AND k.status = 'open'
                AND CASE WHEN i.bill_to = 'agency' THEN k.agency_id = i.agency_id ELSE k.client_id = i.client_id END) DESC,
              u.id = i.updated_by DESC, u.id = i.created_by DESC, u.id
            LIMIT 1) AS resolver_id
        FROM ecf_documents d JOIN invoices i ON i.id = d.invoice_id
        WHERE d.dispute_due ORDER BY d.customer_answered_at, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED`);
      if (!due) return false;
      await tx.query(sql`UPDATE ecf_documents SET dispute_due = false WHERE id = ${due.document_id}::uuid`);
      if (compareDecimals(due.left, '0') <= 0 || !due.reason_id || !due.resolver_id) return true;
      await insertDispute(tx, {
        invoiceId: due.id,
        number: due.fiscal_number,
        reasonId: due.reason_id,
        resolverId: due.resolver_id,
        currency: due.currency_code,
        amount: due.left,
        detail: `El cliente rechazó el comprobante electrónico: ${due.customer_reason}`,
      });
      return true;
    }),
  );
