import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { requestApproval } from '../../approval/approvals.ts';
import { invalid, Problem } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { type CapacityCell, extendHeld, lockSpaces, release } from '../capacity/move-capacity.ts';
import { readSpace } from '../items/space.ts';
import { approveHold, holdReasons, rejectHold, requestedContent } from './hold-approval.ts';
import { cellsByHold, cellsOfHold, lockHoldsBy } from './hold-cells.ts';
import { endOfHold, endOfQueue } from './hold-ends.ts';
import { endWaiting, holdFor, promoteQueue } from './queue.ts';
import { challenge, displace, promote } from './queue-commands.ts';

/** The cells that a new hold wants. @throws Problem 422 */
const wantedCells = async ({ tx }: HandlerContext, values: Values): Promise<CapacityCell[]> => {
  const space = await readSpace(tx, (values.inventory_item_id as Reference).id);
  if (space.capacity_unit === 'seconds' && isEmpty(values.duration_sec)) {
    throw invalid({ duration_sec: ['Indique la duración: este espacio se vende por segundos.'] });
  }
  if (((values.flight as DateRange).from ?? '') < companyToday()) {
    throw invalid({ flight: ['El periodo ya empezó. Reserve desde hoy.'] });
  }
  const cells = cellsOfHold(space, values);
  if (cells.length === 0) {
    throw invalid({
      flight: [
        'En ese periodo no hay ningún día en que este espacio se venda. Cambie las fechas o los días.',
      ],
    });
  }
  return cells;
};

/** Takes the cells, or a place in the queue. @throws Problem 409 `no_capacity` if the hold does not wait */
const takeOrWait = async (
  context: HandlerContext,
  id: string,
  cells: readonly CapacityCell[],
  values: Values,
): Promise<Values> => {
  const { tx, now } = context;
  await promoteQueue(context, [(values.inventory_item_id as Reference).id], cells);
  try {
    const expires_at = await endOfHold(tx, now);
    await holdFor(tx, { id, client_id: (values.client_id as Reference).id }, cells, expires_at);
    return { status: 'active', expires_at };
  } catch (error) {
    if (values.waits !== true || !(error instanceof Problem) || error.code !== 'no_capacity') throw error;
    const expires_at = await endOfQueue(tx, now, (values.flight as DateRange).from ?? '');
    return { status: 'queued', expires_at, queued_at: now.toISOString() };
  }
};

/**
 * What a new hold is, before it is inserted: active with its cells, waiting, or asked for.
 *
 * @param quoteId the quote for whose line it is
 */
export const createHold =
  (quoteId: string | null): NonNullable<ResourceHooks['beforeCreate']> =>
  async (context, values) => {
    const { tx, now, isDry } = context;
    const cells = await wantedCells(context, values);
    const id = newLineId(now.getTime());
    const reasons = await holdReasons(context, referenceId(values.owner_id) ?? '', quoteId);
    const taken =
      reasons.length > 0
        ? { status: 'requested', expires_at: await endOfHold(tx, now) }
        : await takeOrWait(context, id, cells, values);
    const number = await takeNumber(tx, { series: 'hold', isDryRun: isDry });
    if (reasons.length > 0 && !isDry) {
      const content = requestedContent(id);
      const title = `${number} · ${(values.client_id as Reference).label}`.slice(0, 200);
      await requestApproval(context, { kind: 'holds', recordId: id, title, content, reasons });
    }
    return { id, number, renewals: 0, ...taken };
  };

const renew: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const most = Number(await readSetting(tx, 'hold_max_renewals'));
    const rows = await tx.query<{ id: string }>(
      sql`SELECT id FROM holds WHERE id = ANY(${ids}::uuid[]) AND renewals >= ${most}`,
    );
    const reason: Reason = {
      code: 'renewals_used',
      text:
        most === 0
          ? 'Las reservas no se renuevan, según la configuración.'
          : `Ya se renovó ${most === 1 ? 'una vez' : `${most} veces`}, lo más que se permite. Libérela o conviértala en venta.`,
    };
    return new Map(rows.map(({ id }) => [id, [reason]]));
  },
  run: async ({ tx, now }, record) => {
    if (!record) throw new Error('a hold is renewed by itself');
    const expires_at = await endOfHold(tx, now);
    const space = await readSpace(tx, referenceId(record.inventory_item_id) ?? '');
    await extendHeld(tx, record.id, cellsOfHold(space, record), expires_at);
    return { expires_at, renewals: Number(record.renewals) + 1 };
  },
};

const releaseHold: StateChangeHandler = async (context, record, { reason }) => {
  const { tx } = context;
  if (record.status !== 'active') {
    const challenged = await lockHoldsBy(tx, sql`h.challenged_by_id = ${record.id}::uuid`);
    await lockSpaces(tx, [...(await cellsByHold(tx, challenged)).values()].flat());
    await endWaiting(context, [record.id]);
  }
  await release(tx, { holdIds: [record.id] });
  return { reason: reason ?? null };
};

/** Holds occupy capacity from the moment they are active to their end. */
export const holdHooks: ResourceHooks = {
  beforeCreate: createHold(null),
  commands: {
    renew,
    challenge,
    displace,
    promote,
    approve: approveHold,
    reject: rejectHold,
    release: releaseHold,
  },
  events: { expire: 'Reserva vencida', promote: 'Opción promovida' },
};
