import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import { sheetObstacles } from '../../postsales/tech-sheets/sheet-obstacles.ts';
import { type Context, isUserContext } from '../../resource/commands/context.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { openDueOrders } from './open-due-orders.ts';
import { tellOfMissed } from './tell-of-missed.ts';

const idOf = (value: unknown): string => (value as Reference).id;

const planned = ({ planned_start, planned_end }: Values): Values => {
  if (planned_end && String(planned_end) < String(planned_start))
    throw invalid({ planned_end: ['Debe terminar el día en que empieza o después.'] });
  return { planned_start, planned_end: planned_end ?? null };
};

/** Those who do the work: what is given, and what the order has otherwise. */
const workers = ({ crew_id, assignee_id }: Values): Values => ({
  ...(referenceId(crew_id) && { crew_id: referenceId(crew_id) }),
  ...(referenceId(assignee_id) && { assignee_id: referenceId(assignee_id) }),
});

/** An order is numbered when it is scheduled, because only then it is handed to somebody. */
const schedule: StateChangeHandler = async ({ tx, server, isDry }, record, input) => {
  const times = planned(input);
  const given = workers(input);
  if (!given.crew_id && !given.assignee_id && !record.crew_id && !record.assignee_id)
    throw invalid({ crew_id: ['Elija la cuadrilla o el responsable de la orden.'] });
  return {
    ...times,
    ...given,
    number:
      record.number ??
      (await server.engine.takeNumber(tx, {
        series: 'work_order',
        company: idOf(record.company_id),
        isDryRun: isDry,
      })),
  };
};

const assign: StateChangeHandler = async (_context, _record, input) => {
  const given = { ...workers(input), ...(input.vendor ? { vendor: input.vendor } : {}) };
  if (Object.keys(given).length === 0)
    throw invalid({ crew_id: ['Elija la cuadrilla, el responsable o el proveedor.'] });
  return given;
};

/** What goes on the air needs its approved sheets; so does what is completed without having been on the air. */
const goLive: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; sheet: string; status: string }>(sql`
      SELECT w.id, s.id AS sheet, s.status FROM work_orders w JOIN tech_sheets s ON s.order_line_id = w.order_line_id
        -- An order for a whole package goes live with all of it.
        AND (w.package_item_id IS NULL OR w.package_item_id = s.package_item_id)
      WHERE w.id = ANY(${ids}::uuid[]) AND w.status <> 'on_air' AND w.kind NOT IN ('removal', 'maintenance', 'production')
      ORDER BY s.id`);
    // The rights of a material may have ended, or its file may have been replaced, after its sheet was approved.
    const obstacles = await sheetObstacles(
      tx,
      rows.filter(({ status }) => status === 'approved').map(({ sheet }) => sheet),
    );
    const reasons = new Map<string, Reason[]>();
    for (const { id, sheet, status } of rows) {
      const fix = { label: 'Abrir la ficha técnica', path: `/postventa/fichas-tecnicas/${sheet}` };
      const against: Reason[] =
        status === 'approved'
          ? (obstacles.get(sheet) ?? []).map(({ text }) => ({
              code: 'material',
              text: `El material de su ficha ya no cumple: ${text}`,
              fix,
            }))
          : [
              {
                code: 'no_approved_sheet',
                text: 'La ficha técnica de su renglón aún no está aprobada.',
                fix,
              },
            ];
      if (against.length > 0) reasons.set(id, [...(reasons.get(id) ?? []), ...against]);
    }
    return reasons;
  },
  run: async () => undefined,
};

const block: StateChangeHandler = async ({ now }, _record, input) => {
  const today = companyDay(now);
  if (input.blocked_on && String(input.blocked_on) > today)
    throw invalid({ blocked_on: ['Indique hoy o un día anterior.'] });
  return {
    blockers: input.blockers,
    blocked_on: input.blocked_on ?? today,
    solver_id: referenceId(input.solver_id),
  };
};

const markMissed: StateChangeHandler<Context> = async (context, { id }) => {
  if (!isUserContext(context)) await tellOfMissed(context, id);
  return undefined;
};

const generate: CommandHandler = {
  answer: {
    orders: { type: 'integer', description: 'Órdenes de renglones que no las tenían.' },
    removals: { type: 'integer', description: 'Desinstalaciones.' },
  },
  run: async ({ tx, now }) => ({ ...(await openDueOrders(tx, now)) }),
};

const beforeUpdate: NonNullable<ResourceHooks['beforeUpdate']> = async ({ tx }, current, values) => {
  if (!('kind' in values) || values.kind === current.kind) return undefined;
  if (current.order_line_id || current.removal_of_id)
    throw invalid({ kind: ['El tipo de esta orden sale de lo contratado y no cambia.'] });
  const done = await tx.one(sql`
    SELECT 1 AS one FROM work_order_steps WHERE work_order_id = ${(current as AnyRecord).id}::uuid AND done_at IS NOT NULL LIMIT 1`);
  if (done) throw invalid({ kind: ['Ya tiene pasos hechos: cree otra orden del otro tipo.'] });
  return undefined;
};

/** Server code of work orders (domain §1.8, §2.4). */
export const workOrderHooks: ResourceHooks = {
  beforeUpdate,
  commands: {
    generate,
    schedule,
    recover: schedule,
    assign,
    reprogram: async (_context, _record, input) => planned(input),
    go_live: goLive,
    complete: goLive,
    block,
    unblock: async () => ({ blockers: null, blocked_on: null, solver_id: null }),
    mark_missed: markMissed as StateChangeHandler,
  },
};
