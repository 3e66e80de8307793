import type { LoggedAction } from '@pauta/domain/admin/audit/audit-labels.ts';
import sql from 'sql-template-tag';
import { asAction } from '../../platform/as-action.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { scoreClients } from './accounts.ts';

/** An activity of a client that is about to be finished. */
interface Attention {
  readonly clientId: string;
  readonly assignedToId: string;
  readonly kind: string;
  readonly resultId: string;
}

/**
 * Advances a client in the active target lists that contain it, according to the result of an activity, and
 * recalculates its score. It never moves back, and won or discarded accounts stay so. An account without an owner is
 * assigned to the author of the activity.
 */
export const followTargets = async (tx: Transaction, attention: Attention): Promise<void> => {
  const { clientId, assignedToId, kind, resultId } = attention;
  // Locks the lists first, as a refresh does, because they count their members by state.
  const lists = await tx.query<{ id: string; purpose: string }>(sql`
    SELECT l.id, l.purpose FROM target_lists l
    WHERE l.is_live AND EXISTS (
      SELECT FROM target_list_members m
      WHERE m.target_list_id = l.id AND m.client_id = ${clientId}::uuid AND m.archived_at IS NULL
        AND m.state NOT IN ('won', 'discarded'))
    ORDER BY l.id FOR NO KEY UPDATE`);
  if (lists.length === 0) return;
  const result = await tx.one<{
    name: string;
    is_positive: boolean;
    closes: boolean;
    state: string | null;
  }>(sql`
    SELECT name, is_positive, closes,
      CASE WHEN target_state = 'contacted' AND ${kind}::text IN ('visit', 'meeting') THEN 'meeting' ELSE target_state END AS state
    FROM contact_results WHERE id = ${resultId}::uuid`);
  if (!result) throw new Error('a finished activity has a result');
  const lastResult = { name: result.name, isPositive: result.is_positive, closes: result.closes };
  const scores = await Promise.all(
    lists.map(async ({ id, purpose }) => {
      const scored = await scoreClients(tx, purpose, [clientId], { idleDays: 0, lastResult });
      return { id, ...scored.get(clientId) };
    }),
  );
  await asAction(tx, 'follow_up' satisfies LoggedAction, () =>
    tx.query(sql`
      UPDATE target_list_members m
      SET last_activity_at = now(), score = s.score, score_reasons = s.reasons,
        state = CASE WHEN a.is_forward THEN a.state ELSE m.state END,
        assigned_to_id = CASE WHEN a.is_forward THEN coalesce(m.assigned_to_id, ${assignedToId}::uuid) ELSE m.assigned_to_id END
      FROM jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) AS s(id uuid, score integer, reasons jsonb),
        target_list_members o CROSS JOIN LATERAL (
          SELECT r.state, coalesce(array_position(r.funnel, r.state) > array_position(r.funnel, o.state::text), false) AS is_forward
          FROM (SELECT ${result.state}::text AS state, '{pending,contacted,meeting,proposal}'::text[] AS funnel) r) a
      WHERE o.id = m.id AND m.target_list_id = s.id AND m.client_id = ${clientId}::uuid AND m.archived_at IS NULL
        AND m.state NOT IN ('won', 'discarded')`),
  );
};
