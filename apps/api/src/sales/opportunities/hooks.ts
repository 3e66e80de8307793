import { dayOf, instantOf, workingHours } from '@pauta/domain/calendar/working-time.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { isDocument } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { missingFor, requiredByStage } from '@pauta/domain/sales/opportunities/stage-requirements.ts';
import sql, { raw } from 'sql-template-tag';
import { readWorkingCalendar } from '../../crm/working-calendar.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { quoted } from '../../resource/table.ts';
import { releaseHoldsOf } from '../lines/release-holds.ts';
import { requireContactOfCompany } from '../lines/require-contact.ts';
import { divideOpportunity } from './divide-opportunity.ts';
import { beforeUndo, mergeOpportunities } from './merge-opportunities.ts';
import { winTargetAccount } from './win-opportunity.ts';

const named = ['client_id', 'agency_id', 'contact_id'];

/** A reminder for the owner on the day on which a paused opportunity is to be resumed. */
const remindToResume = async (tx: Transaction, record: AnyRecord, day: string): Promise<void> => {
  const { timeZone } = await readWorkingCalendar(tx);
  const at = instantOf(day, workingHours.from * 3_600_000, timeZone).toISOString();
  await tx.query(sql`
    INSERT INTO activities (kind, subject, opportunity_id, assigned_to_id, due_at, remind_at)
    VALUES ('task', left('Retomar la oportunidad ' || ${String(record.name)}::text, 160), ${record.id}::uuid,
      ${referenceId(record.owner_id)}::uuid, ${at}::timestamptz, ${at}::timestamptz)`);
};

/**
 * Refuses an opportunity that lacks what its stage requires, naming each missing field.
 *
 * @param names only these fields are checked; all by default
 */
const requireForStage = async (tx: Transaction, values: Values, names?: readonly string[]): Promise<void> => {
  const stage = await tx.one<{ name: string; required_fields: string[] }>(sql`
    SELECT name, required_fields FROM closing_probabilities WHERE id = ${referenceId(values.stage_id)}::uuid AND result = 'open'`);
  const missing = missingFor(stage?.required_fields ?? [], values).filter(
    (name) => names?.includes(name) ?? true,
  );
  if (stage && missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((name) => [name, [requiredByStage(stage.name)]])));
};

const move: StateChangeHandler = async ({ tx }, record, { stage_id, ...given }) => {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value)));
  const moved = { ...record, ...filled, stage_id };
  await requireForStage(tx, moved);
  if (filled.contact_id) await requireContactOfCompany(tx, moved);
  return { stage_id: referenceId(stage_id) };
};

const pause: StateChangeHandler = async ({ tx, now }, record, { resume_on }) => {
  const { timeZone } = await readWorkingCalendar(tx);
  const day = String(resume_on);
  if (day <= dayOf(now, timeZone)) throw invalid({ resume_on: ['Elija un día que venga.'] });
  await remindToResume(tx, record, day);
  return { resume_on: day };
};

const win: StateChangeHandler = async ({ tx }, { id, currency_code }, { amount }) => {
  await winTargetAccount(tx, id, String(amount), String(currency_code));
  return { won_amount: amount, won_currency_code: currency_code };
};

/** What its quotes hold is free again for others. */
const lose: StateChangeHandler = async (context, { id }, { loss_reason_id, loss_notes }) => {
  const quotes = await context.tx.query<{ id: string }>(
    sql`SELECT id FROM quotes WHERE opportunity_id = ${id}::uuid`,
  );
  await releaseHoldsOf(
    context,
    quotes.map((quote) => quote.id),
    'Oportunidad perdida',
  );
  return { loss_reason_id: referenceId(loss_reason_id), loss_notes: loss_notes ?? null };
};

/** Refuses to archive an opportunity that a document, such as a quote, refers to. */
const refuseWithDocuments = async ({ tx, server }: HandlerContext, record: AnyRecord): Promise<void> => {
  const uses = await server.engine.usesOf(opportunities.name);
  for (const { table, column, resource } of uses) {
    if (!resource || !isDocument(resource)) continue;
    const found = await tx.one(sql`
      SELECT 1 AS one FROM ${raw(quoted(table))} WHERE ${raw(quoted(column))} = ${record.id}::uuid LIMIT 1`);
    if (found) {
      throw conflict(
        'has_documents',
        `«${String(record.name)}» tiene ${resource.label.many.toLocaleLowerCase('es')} y no se archiva. Dela por perdida si ya no sigue.`,
      );
    }
  }
};

/** The effects of changes to opportunities (domain §1.4, §2.4). The database keeps stage, result and log consistent. */
export const opportunityHooks: ResourceHooks = {
  beforeCreate: async ({ tx }, values) => {
    await requireContactOfCompany(tx, values);
    await requireForStage(tx, values);
  },
  beforeUpdate: async ({ tx }, current, values) => {
    const changed = { ...current, ...values };
    if (named.some((name) => name in values)) await requireContactOfCompany(tx, changed);
    if (current.result === 'open') await requireForStage(tx, changed, Object.keys(values));
    return undefined;
  },
  beforeArchive: refuseWithDocuments,
  commands: {
    move,
    reset_probability: async () => ({ probability_override: null, probability_reason: null }),
    win,
    lose,
    pause,
    merge: mergeOpportunities as CommandHandler,
    divide: divideOpportunity,
  },
  undoCompoundChange: beforeUndo,
  events: { merge: 'Oportunidades fusionadas' },
};
