import { holdDeciders } from '@pauta/domain/inventory/holds/hold.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { requestApproval } from '../../approval/approvals.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import { endHeldAt, release } from '../capacity/move-capacity.ts';
import { cellsByHold, type HoldRow, readHolds } from './hold-cells.ts';
import { endOfChallenge } from './hold-ends.ts';
import { findInTheWay, type InTheWay, lockInTheWay, uselessReason } from './in-the-way.ts';
import { type Acting, endChallenges, endWaiting, takeCells } from './queue.ts';
import { challengedNews, displacedNews, promotedNews, tellOwners } from './tell-owners.ts';

const readHold = async (tx: Transaction, id: string): Promise<HoldRow> => {
  const [hold] = await readHolds(tx, [id]);
  if (!hold) throw new Error(`there is no hold ${id}`);
  return hold;
};

/** Reasons against a command on waiting holds, which depend on what is in their way. */
const refuseUseless =
  (reasonOf: (found: InTheWay) => Reason | null) =>
  async ({ tx }: { readonly tx: Queryable }, ids: readonly string[]): Promise<Map<string, Reason[]>> => {
    const waiting = (await readHolds(tx, ids)).filter(({ status }) => status === 'queued');
    const cells = await cellsByHold(tx, waiting);
    const reasons = new Map<string, Reason[]>();
    for (const { id } of waiting) {
      const reason = reasonOf(await findInTheWay(tx, cells.get(id) ?? []));
      if (reason) reasons.set(id, [reason]);
    }
    return reasons;
  };

const challengeReason = (found: InTheWay): Reason | null => {
  const other = found.holds.find(({ challenged_by }) => challenged_by !== null);
  return (
    uselessReason(found) ??
    (other ? { code: 'challenged', text: `La ${other.challenged_by} ya desafió la ${other.number}.` } : null)
  );
};

/** Who has the place signs in the working hours of the setting, or loses it. */
export const challenge: CommandHandler = {
  refuse: refuseUseless(challengeReason),
  run: async (context, record) => {
    const { tx, now } = context;
    const hold = await readHold(tx, (record as AnyRecord).id);
    const found = await lockInTheWay(tx, hold);
    const reason = challengeReason(found);
    if (reason) throw conflict(reason.code ?? 'refused', reason.text);
    const deadline = (await endOfChallenge(tx, now)).toISOString();
    const ids = found.holds.map(({ id }) => id);
    const rows = await tx.query<{ id: string; expires_at: Date }>(sql`
      UPDATE holds SET challenged_by_id = ${hold.id}::uuid, unchallenged_until = expires_at,
        expires_at = least(expires_at, ${deadline}::timestamptz)
      WHERE id = ANY(${ids}::uuid[]) RETURNING id, expires_at`);
    for (const { id, expires_at } of rows) await endHeldAt(tx, [id], new Date(expires_at).toISOString());
    await tellOwners(context, ids, challengedNews);
    return {};
  },
};

/** Asks somebody else to give this option the place of the first one. */
export const displace: CommandHandler = {
  refuse: refuseUseless(uselessReason),
  run: async (context, record, { reason }) => {
    const { tx } = context;
    const hold = await readHold(tx, (record as AnyRecord).id);
    const found = await lockInTheWay(tx, hold);
    const useless = uselessReason(found);
    if (useless) throw conflict(useless.code ?? 'refused', useless.text);
    const numbers = found.holds.map(({ number }) => number).join(', ');
    await requestApproval(context, {
      kind: 'holds',
      recordId: hold.id,
      title: `${hold.number} · desplazar ${numbers}`.slice(0, 200),
      content: { displaces: hold.id },
      reasons: [
        {
          code: 'displace',
          text: `Desplazar ${numbers}: ${String(reason)}`.slice(0, 300),
          effect: null,
          permission: holdDeciders[0],
        },
      ],
    });
    return {};
  },
};

/** Gives a waiting hold the place of those in its way. @throws Problem 409 if there would be no room even so */
export const displaceOthers = async (
  context: Acting,
  hold: HoldRow,
  reason: string | null,
): Promise<void> => {
  const { tx } = context;
  const found = await lockInTheWay(tx, hold);
  if (!found.isEnough) {
    const useless = uselessReason(found);
    throw conflict('sold', useless?.text ?? '');
  }
  const ids = found.holds.map(({ id }) => id);
  if (ids.length > 0) {
    await release(tx, { holdIds: ids });
    await tx.query(sql`
      UPDATE holds SET status = 'displaced', displaced_by_id = ${hold.id}::uuid, reason = ${reason}
      WHERE id = ANY(${ids}::uuid[])`);
    await tellOwners(context, ids, displacedNews);
  }
  const expiresAt = await takeCells(context, hold, found.cells);
  if (expiresAt === null)
    throw conflict('no_capacity', `El espacio de la ${hold.number} ya no está en venta en su periodo.`);
  await tx.query(sql`
    UPDATE holds SET status = 'active', expires_at = ${expiresAt}::timestamptz WHERE id = ${hold.id}::uuid`);
  await endChallenges(tx, [hold.id]);
  await tellOwners(context, [hold.id], promotedNews);
};

/** Takes the place now, whoever waits before it. */
export const promote: StateChangeHandler = async (context, record) => {
  const { tx } = context;
  const hold = await readHold(tx, record.id);
  const { cells } = await lockInTheWay(tx, hold);
  const expires_at = await takeCells(context, hold, cells);
  if (expires_at === null)
    throw conflict(
      'no_capacity',
      'Todavía no queda lugar para esta opción. Libere antes la reserva que tiene el espacio, o pida desplazarla.',
    );
  await endWaiting(context, [hold.id]);
  await tellOwners(context, [hold.id], promotedNews);
  return { expires_at };
};
