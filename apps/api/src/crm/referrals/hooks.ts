import {
  addWorkingDays,
  addWorkingHours,
  dayOf,
  instantOf,
  workingHours,
} from '@pauta/domain/calendar/working-time.ts';
import { firstContactHours, referralStates, referrals } from '@pauta/domain/crm/referrals/referral.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { tableOf } from '../../resource/table.ts';
import { requireUpdate } from '../../resource/writing/change-record.ts';
import { openOpportunity } from '../open-opportunity.ts';
import { readWorkingCalendar } from '../working-calendar.ts';

type ReferralState = keyof typeof referralStates;

const table = tableOf(referrals);

/** The time by which a referral received at `received` has to be contacted. */
const contactDueAt = async (tx: Transaction, received: unknown): Promise<string> =>
  addWorkingHours(new Date(String(received)), firstContactHours, await readWorkingCalendar(tx)).toISOString();

/** The time at which a referral expires if nothing happens with it from now on. */
const expiresAt = async (tx: Transaction): Promise<string> => {
  const days = await readSetting(tx, 'referral_expire_days');
  return new Date(Date.now() + Number(days) * 86_400_000).toISOString();
};

/**
 * A task for the seller of the referrer: to thank them and report the outcome. Due at the end of the next working day.
 */
export const thankReferrer = async (
  tx: Transaction,
  referralId: string,
  state: ReferralState,
): Promise<void> => {
  const calendar = await readWorkingCalendar(tx);
  const day = addWorkingDays(dayOf(new Date(), calendar.timeZone), 1, calendar);
  const dueAt = instantOf(day, workingHours.to * 3_600_000, calendar.timeZone);
  await tx.query(sql`
    INSERT INTO activities (kind, subject, priority, client_id, agency_id, referral_id, assigned_to_id, due_at, thanks_referrer)
    SELECT 'task',
      left('Agradecer a ' || coalesce(c.trade_name, a.trade_name, u.full_name, r.referrer_name) || ': su referido '
        || r.referred_name || ' pasó a «' || ${referralStates[state][0]} || '»', 160),
      'low', r.referrer_client_id, r.referrer_agency_id, r.id,
      coalesce(c.primary_sales_rep_id, a.primary_sales_rep_id, r.assigned_to_id), ${dueAt.toISOString()}, true
    FROM referrals r
    LEFT JOIN clients c ON c.id = r.referrer_client_id
    LEFT JOIN agencies a ON a.id = r.referrer_agency_id
    LEFT JOIN users u ON u.id = r.referrer_user_id
    WHERE r.id = ${referralId}::uuid`);
};

/** The first activity about a referral is recorded as its first contact, once. */
export const noteFirstContact = async (
  { tx }: Pick<HandlerContext, 'tx'>,
  referralId: string,
): Promise<void> => {
  const before = await tx.one<{ status: string; first_contact_at: unknown }>(
    sql`SELECT status, first_contact_at FROM referrals WHERE id = ${referralId}::uuid FOR NO KEY UPDATE`,
  );
  if (!before || (before.first_contact_at !== null && before.status !== 'received')) return;
  const expires = await expiresAt(tx);
  await tx.query(sql`
    UPDATE referrals SET first_contact_at = coalesce(first_contact_at, now()),
      status = CASE status WHEN 'received' THEN 'contacted' ELSE status END, expires_at = ${expires}::timestamptz
    WHERE id = ${referralId}::uuid`);
  if (before.status === 'received') await thankReferrer(tx, referralId, 'contacted');
};

const moved =
  (to: ReferralState, more: (record: AnyRecord, input: Values) => Values = () => ({})): StateChangeHandler =>
  async ({ tx, actor }, record, input) => {
    await requireUpdate(tx, table, record, actor);
    await thankReferrer(tx, record.id, to);
    return { expires_at: await expiresAt(tx), ...more(record, input) };
  };

/** The client that the referral became, and the opportunity with it. */
const convert: StateChangeHandler = async (context, record, { client_id, ...opening }) => {
  await openOpportunity(context, {
    ...opening,
    client_id: referenceId(client_id),
    owner_id: referenceId(record.assigned_to_id),
    referral_id: record.id,
    lead_source_id: referenceId(record.lead_source_id),
  });
  const change = moved('converted', () => ({ converted_client_id: referenceId(client_id) }));
  return (await change(context, record, {})) ?? undefined;
};

const reopen: StateChangeHandler = async ({ tx, actor }, record) => {
  await requireUpdate(tx, table, record, actor);
  return {
    discard_reason: null,
    expires_at: await expiresAt(tx),
    contact_due_at: await contactDueAt(tx, new Date().toISOString()),
  };
};

/** The effects of changes to referrals (domain §1.2). */
export const referralHooks: ResourceHooks = {
  beforeCreate: async ({ tx }, values) => ({
    contact_due_at: await contactDueAt(tx, values.received_at),
    expires_at: await expiresAt(tx),
  }),
  beforeUpdate: async ({ tx }, _current, values) =>
    values.received_at === undefined ? {} : { contact_due_at: await contactDueAt(tx, values.received_at) },
  commands: {
    contact: moved('contacted', ({ first_contact_at }) => ({
      first_contact_at: first_contact_at ?? new Date().toISOString(),
    })),
    qualify: moved('qualified'),
    convert,
    discard: moved('discarded', (_record, input) => ({ discard_reason: input.reason })),
    reopen,
  },
  events: { expire: 'Referido vencido' },
};
