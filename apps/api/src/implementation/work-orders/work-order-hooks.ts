import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

const idOf = (value: unknown): string => (value as Reference).id;

/** An order is numbered when it is scheduled, because only then it is handed to somebody. */
const schedule: StateChangeHandler = async ({ tx, server, isDry }, record, input) => {
  const { planned_start, planned_end, assignee_id } = input;
  if (planned_end && String(planned_end) < String(planned_start)) {
    throw invalid({ planned_end: ['Debe terminar el día en que empieza o después.'] });
  }
  return {
    planned_start,
    planned_end: planned_end ?? null,
    assignee_id: idOf(assignee_id),
    number:
      record.number ??
      (await server.engine.takeNumber(tx, {
        series: 'work_order',
        company: idOf(record.company_id),
        isDryRun: isDry,
      })),
  };
};

const goLive: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; sheet: string }>(sql`
      SELECT w.id, s.id AS sheet FROM work_orders w JOIN tech_sheets s ON s.order_line_id = w.order_line_id
        -- An order for a whole package goes live with all of it.
        AND (w.package_item_id IS NULL OR w.package_item_id = s.package_item_id)
      WHERE w.id = ANY(${ids}::uuid[]) AND s.status <> 'approved'`);
    return new Map(
      rows.map(({ id, sheet }): [string, Reason[]] => [
        id,
        [
          {
            code: 'no_approved_sheet',
            text: 'La ficha técnica de su renglón aún no está aprobada.',
            fix: { label: 'Abrir la ficha técnica', path: `/postventa/fichas-tecnicas/${sheet}` },
          },
        ],
      ]),
    );
  },
  run: async () => undefined,
};

/** Server code of work orders (domain §1.8, §2.4). */
export const workOrderHooks: ResourceHooks = { commands: { schedule, go_live: goLive } };
