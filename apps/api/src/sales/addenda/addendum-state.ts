import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { add } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { bindingStates } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Context } from '../../resource/commands/context.ts';
import { partyReasons, readSigningStates, type SigningState } from '../signing/signing-state.ts';

interface Draft {
  readonly id: string;
  readonly contract_status: string;
  /** The contract is suspended, and its spaces were released. */
  readonly is_without_spaces: boolean;
  readonly effective_on: string;
  /** Lines that change, and new payers. */
  readonly changes: number;
  /** Drafts of invoices that would bill somebody who no longer pays. */
  readonly drafts: number;
  /** What the contract still has to invoice, with tax. */
  readonly unbilled: string;
  readonly unpriced: number;
  readonly delta_total: string;
  readonly delta_taxable: string;
  readonly scheduled: string;
  readonly total_in_force: string;
  readonly currency_code: string;
  /** The first day on which the addendum takes more than is planned, and what would be left of its instalment. */
  readonly below_zero_on: string | null;
  readonly below_zero: string | null;
}

const readDrafts = (database: Queryable, ids: readonly string[]): Promise<Draft[]> =>
  database.query<Draft>(sql`
    SELECT a.id, c.status AS contract_status,
      c.suspension_spaces IS NOT DISTINCT FROM 'released' AS is_without_spaces, a.effective_on::text, a.delta_total::text, a.delta_taxable::text,
      a.scheduled::text, coalesce(total_in_force(c), 0)::text AS total_in_force, a.currency_code,
      b.due_on::text AS below_zero_on, b.amount::text AS below_zero,
      p.changes + (SELECT count(*)::integer FROM addendum_lines l WHERE l.addendum_id = a.id AND l.op <> 'keep') AS changes,
      CASE WHEN p.changes > 0 THEN invoice_drafts(c.id) ELSE 0 END AS drafts,
      coalesce(unbilled_total(c), 0)::text AS unbilled,
      (SELECT count(*)::integer FROM addendum_lines l WHERE l.addendum_id = a.id AND l.op = 'add'
        AND l.line_kind <> 'bonus' AND l.list_price IS NULL AND l.agreed_price IS NULL) AS unpriced
    FROM addenda a JOIN contracts c ON c.id = a.contract_id
      CROSS JOIN LATERAL (SELECT count(*)::integer AS changes FROM addendum_payers WHERE addendum_id = a.id) p
      LEFT JOIN LATERAL (SELECT * FROM instalments_below_zero(a) ORDER BY due_on LIMIT 1) b ON true
    WHERE a.id = ANY(${ids}::uuid[])`);

const incomplete = (draft: Draft, today: string): Reason[] => {
  const amount = (value: string): string => formatAmount({ currency: draft.currency_code, amount: value });
  return [
    ...(bindingStates.some((state) => state === draft.contract_status)
      ? []
      : [{ code: 'contract_not_running', text: 'El contrato ya no está en curso: anule la adenda.' }]),
    ...(draft.is_without_spaces
      ? [
          {
            code: 'contract_without_spaces',
            text: 'El contrato está suspendido y sus espacios se liberaron: reanúdelo antes de cambiarlo.',
          },
        ]
      : []),
    ...(draft.changes === 0
      ? [
          {
            code: 'no_changes',
            text: 'Nada cambia: cambie, quite o agregue renglones, o diga a quién se factura.',
          },
        ]
      : []),
    ...(draft.unpriced === 0
      ? []
      : [{ code: 'no_price', text: 'Un renglón que se agrega no tiene precio en la lista. Acuerde uno.' }]),
    ...(draft.drafts === 0
      ? []
      : [
          {
            code: 'open_drafts',
            text:
              `El contrato tiene ${draft.drafts === 1 ? 'un borrador de factura' : `${draft.drafts} borradores de factura`} ` +
              'a nombre de quien paga hasta ahora: emítalos o descártelos antes de cambiarlo.',
          },
        ]),
    ...(draft.effective_on >= today
      ? []
      : [
          {
            code: 'effective_passed',
            text: `La fecha efectiva, ${formatCivilDate(draft.effective_on)}, ya pasó: ponga hoy o un día posterior.`,
          },
        ]),
    ...(compareDecimals(draft.delta_taxable, draft.scheduled) === 0
      ? []
      : [
          {
            code: 'schedule',
            text:
              `Los cambios de cuotas suman ${amount(draft.scheduled)} y la base imponible cambia en ` +
              `${amount(draft.delta_taxable)}. Use «Proponer cuotas» o corríjalos.`,
          },
        ]),
    ...(draft.below_zero_on === null || draft.below_zero === null
      ? []
      : [
          {
            code: 'instalment_below_zero',
            text:
              `La cuota del ${formatCivilDate(draft.below_zero_on)} quedaría en ${amount(draft.below_zero)}. Reste menos ` +
              'ese día y lo demás de otras cuotas; si ya está facturado, emita antes una nota de crédito.',
          },
        ]),
  ];
};

const reasonsOf = async (
  database: Queryable,
  draft: Draft,
  state: SigningState,
  { today, on }: { readonly today: string; readonly on: string },
): Promise<Reason[]> => [
  ...incomplete(draft, today),
  ...(await partyReasons(database, state, {
    document: 'addenda',
    on,
    // Powers must cover the whole contract as it will be: otherwise a limit could be passed in small steps.
    total: add(draft.total_in_force, draft.delta_total),
    owed: { before: draft.unbilled, after: add(draft.unbilled, draft.delta_total) },
  })),
];

/**
 * Why addenda cannot be signed and applied: nothing changes, the contract is over, its effective day has passed, its
 * instalments do not add up or one would be below zero, or its parties cannot sign. Capacity is checked where it is taken.
 *
 * @param on civil day of the signature
 */
export const addendumReasons = async (
  database: Queryable,
  ids: readonly string[],
  { today, on }: { readonly today: string; readonly on: string },
): Promise<ReadonlyMap<string, readonly Reason[]>> => {
  const states = new Map(
    (await readSigningStates(database, ids, 'addenda')).map((state) => [state.id, state]),
  );
  const found = new Map<string, readonly Reason[]>();
  for (const draft of await readDrafts(database, ids)) {
    const state = states.get(draft.id);
    if (state) found.set(draft.id, await reasonsOf(database, draft, state, { today, on }));
  }
  return found;
};

/** Reasons by addendum, as commands answer them before they run: for a signature of today. */
export const refuseUnsignable = ({ tx, now }: Context, ids: readonly string[]) =>
  addendumReasons(tx, ids, { today: companyDay(now), on: companyDay(now) });
