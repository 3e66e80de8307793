import { dayOf, instantOf, moveByWorkingDays, timeOf } from '@pauta/domain/calendar/working-time.ts';
import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { tableOf } from '../../resource/table.ts';
import { requireUpdate } from '../../resource/writing/change-record.ts';
import { noteFirstContact } from '../referrals/hooks.ts';
import { followTargets } from '../target-lists/follow-up.ts';
import { readWorkingCalendar } from '../working-calendar.ts';

const table = tableOf(activities);

/** Only its owner, or a user who may change all, may work on it: seeing it is not enough. */
const ofOwners =
  (handler: StateChangeHandler): StateChangeHandler =>
  async (context, record, input) => {
    await requireUpdate(context.tx, table, record, context.actor);
    return (await handler(context, record, input)) ?? undefined;
  };

/** Creates the next activity, and returns its id. */
const createNext = async (tx: Transaction, record: AnyRecord, input: Values): Promise<string> => {
  const kind = input.next_kind ?? record.kind;
  const isTask = kind === 'task' || kind === 'note';
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO activities (
      kind, subject, priority, client_id, agency_id, contact_id, referral_id, opportunity_id, assigned_to_id,
      starts_at, due_at)
    SELECT ${kind}, ${input.next_subject ?? record.subject}, priority, client_id, agency_id, contact_id, referral_id,
      opportunity_id, assigned_to_id, ${isTask ? null : input.next_at}, ${isTask ? input.next_at : null}
    FROM activities WHERE id = ${record.id}::uuid
    RETURNING id`);
  if (!row) throw new Error('the insertion of an activity answers its id');
  return row.id;
};

const isStillOpen = async (tx: Transaction, id: string | null): Promise<boolean> =>
  id !== null &&
  (await tx.one(
    sql`SELECT 1 AS one FROM activities WHERE id = ${id}::uuid AND status IN ('pending', 'in_progress')`,
  )) !== undefined;

const complete: StateChangeHandler = async ({ tx }, record, input) => {
  const result = await tx.one<{ closes: boolean; name: string }>(
    sql`SELECT closes, name FROM contact_results WHERE id = ${referenceId(input.contact_result_id)}::uuid`,
  );
  const followed = await isStillOpen(tx, referenceId(record.next_activity_id));
  if (result?.closes && (input.next_at || input.next_subject)) {
    throw invalid({
      next_at: [`«${result.name}» cierra la gestión. Quite la próxima acción o elija otro resultado.`],
    });
  }
  if (!result?.closes && !input.next_at && !followed && record.thanks_referrer !== true) {
    throw invalid({
      next_at: [`«${result?.name}» no cierra la gestión. Indique cuándo es la próxima acción.`],
    });
  }
  const next = input.next_at ? { next_activity_id: await createNext(tx, record, input) } : {};
  return {
    contact_result_id: referenceId(input.contact_result_id),
    result_notes: input.result_notes ?? null,
    ...next,
  };
};

/** The first activity marks a referral as contacted, and advances the account in its target lists. */
const completeAndTell: StateChangeHandler = async (context, record, input) => {
  const change = await complete(context, record, input);
  const referral = referenceId(record.referral_id);
  if (referral !== null && record.thanks_referrer !== true) await noteFirstContact(context, referral);
  const clientId = referenceId(record.client_id);
  if (clientId !== null && record.thanks_referrer !== true) {
    await followTargets(context.tx, {
      clientId,
      assignedToId: referenceId(record.assigned_to_id) ?? context.actor.userId,
      kind: String(record.kind),
      resultId: String(change?.contact_result_id),
    });
  }
  return change ?? undefined;
};

const shifted = (value: unknown, by: number): string | null =>
  typeof value === 'string' ? new Date(Date.parse(value) + by).toISOString() : null;

const reschedule: StateChangeHandler = async ({ tx }, record, input) => {
  const { new_at, working_days } = input;
  if ((typeof new_at === 'string') === (typeof working_days === 'number')) {
    const message = 'Indique la nueva fecha o los días hábiles: una de las dos cosas.';
    throw invalid({ [new_at ? 'working_days' : 'new_at']: [message] });
  }
  const from = new Date(String(record.scheduled_at));
  let to = new Date(String(new_at));
  if (typeof working_days === 'number') {
    const calendar = await readWorkingCalendar(tx);
    const { timeZone } = calendar;
    const now = new Date();
    // An overdue activity is rescheduled from today, at its own time of day.
    const base =
      dayOf(from, timeZone) < dayOf(now, timeZone)
        ? instantOf(dayOf(now, timeZone), timeOf(from, timeZone), timeZone)
        : from;
    to = moveByWorkingDays(base, working_days, calendar);
  }
  const by = to.getTime() - from.getTime();
  return {
    starts_at: shifted(record.starts_at, by),
    due_at: shifted(record.due_at, by),
    remind_at: shifted(record.remind_at, by),
  };
};

const reopen: StateChangeHandler = async () => ({ contact_result_id: null, cancel_reason: null });

const cancel: StateChangeHandler = async (_context, _record, input) => ({ cancel_reason: input.reason });
const start: StateChangeHandler = async () => undefined;

/**
 * The effects of changes to activities (domain §1.2). The database enforces the invariants; these hooks give the
 * messages.
 */
export const activityHooks: ResourceHooks = {
  commands: {
    start: ofOwners(start),
    complete: ofOwners(completeAndTell),
    reschedule: ofOwners(reschedule),
    cancel: ofOwners(cancel),
    reopen: ofOwners(reopen),
  },
};
