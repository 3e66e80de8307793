import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../../platform/http/problem.ts';
import type { HandlerContext } from '../../../resource/commands/context.ts';
import type { StateChangeHandler } from '../../../resource/commands/handler.ts';
import { servedOf } from '../../../resource/commands/served-of.ts';
import type { ResourceHooks } from '../../../resource/hooks.ts';
import { runCommand } from '../../../resource/writing/run-command.ts';
import { requireCreditNote } from '../../owed-credits/owed-credit-hooks.ts';

const decided = ({ now }: HandlerContext, { answer }: Values): Values => ({
  decided_at: now.toISOString(),
  answer: answer ?? null,
});

/**
 * Takes the objected placement as not aired and compensates it with the first place of equal value, by the commands of
 * placements: their rules and permissions hold here too.
 */
const makeGood: StateChangeHandler = async (context, record, input) => {
  const { tx, server } = context;
  const id = referenceId(input.placement_id) ?? '';
  const placement = await tx.one<{ status: string; fits: boolean }>(sql`
    SELECT p.status, r.period @> p.starts_on AND p.contract_id = r.contract_id
      AND (o.quota_id IS NULL OR o.quota_id = p.quota_id) AS fits
    FROM placements p, evidence_objections o JOIN evidence_reports r ON r.id = o.report_id
    WHERE p.id = ${id}::uuid AND o.id = ${record.id}::uuid`);
  if (!placement?.fits)
    throw invalid({
      placement_id: ['Elija una colocación del renglón objetado, dentro del periodo del reporte.'],
    });
  const served = servedOf(server, placements.name);
  const run = (name: string, values: Values) => runCommand(context, served, name, { input: values }, id);
  if (placement.status === 'aired')
    await run('correct', { reason: `Objetada por el cliente: ${String(record.body)}`.slice(0, 500) });
  if (placement.status !== 'not_aired')
    await run('mark_not_aired', {
      reason_id: referenceId(input.reason_id),
      remark: String(record.body).slice(0, 1000),
    });
  await run('makegood_best', {});
  const made = await tx.one<{ id: string }>(sql`
    SELECT id FROM placements WHERE makegood_of_id = ${id}::uuid AND status <> 'cancelled'`);
  if (!made) throw new Error(`placement ${id} has no makegood`);
  return { ...decided(context, input), makegood_id: made.id };
};

/** A credit is at most what its line was sold for. */
const credit: StateChangeHandler = async (context, record, input) => {
  const line = await context.tx.one<{ net: string; is_more: boolean }>(sql`
    SELECT sum(l.net)::text AS net, ${input.credit}::numeric > sum(l.net) AS is_more
    FROM evidence_objections o JOIN evidence_reports r ON r.id = o.report_id
      JOIN order_lines l ON l.contract_id = r.contract_id AND (o.quota_id IS NULL
        OR l.id = (SELECT q.order_line_id FROM quotas q WHERE q.id = o.quota_id))
    WHERE o.id = ${record.id}::uuid`);
  if (line?.is_more)
    throw invalid({ credit: [`Es más de lo que se vendió: ${line.net} ${String(record.currency_code)}.`] });
  return { ...decided(context, input), credit: input.credit };
};

/** Billing names the credit note that gives the credit: one of the client of the report. */
const settle: StateChangeHandler = async ({ tx }, record, { credit_note_id }) => {
  const report = await tx.one<{ client_id: string }>(
    sql`SELECT client_id FROM evidence_reports WHERE id = ${referenceId((record as AnyRecord).report_id)}::uuid`,
  );
  await requireCreditNote(tx, referenceId(credit_note_id), {
    clientId: report?.client_id ?? null,
    currency: String((record as AnyRecord).currency_code),
  });
  return { credit_note_id: referenceId(credit_note_id) };
};

/** Server code of objections to reports of evidence. */
export const evidenceObjectionHooks: ResourceHooks = {
  commands: {
    make_good: makeGood,
    credit,
    answer: async (context, _record, input) => decided(context, input),
    settle,
  },
};
