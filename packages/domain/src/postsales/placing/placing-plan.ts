import { subdivisions } from '../../catalogues/organization.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { closedRange, type DateRange, dateRange, daysBetween } from '../../kinds/date-range.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { time } from '../../kinds/time.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Rule } from '../../resource/resource.ts';
import { contracts } from '../../sales/contracts/contract.ts';

/** States of a plan of placements. */
export const placingPlanStates = {
  draft: ['Por calcular', 'neutral'],
  calculated: ['Por aplicar', 'warning'],
  applied: ['Aplicado', 'success'],
  reverted: ['Deshecho', 'neutral'],
  discarded: ['Descartado', 'neutral'],
} as const;

/** The most days of a plan. */
export const mostPlanDays = 92;

const notTooLong: Rule = ({ period }) => {
  const { from, to } = (period ?? {}) as Partial<DateRange>;
  return from && to && daysBetween(from, to) >= mostPlanDays
    ? { period: [`Elija un periodo de ${mostPlanDays} días o menos.`] }
    : null;
};

const bothHours: Rule = ({ preferred_from: from, preferred_to: to }): ReturnType<Rule> => {
  if (!from && !to) return null;
  if (from && to && String(from) < String(to)) return null;
  if (from) return { preferred_to: ['Escriba una hora posterior a la de comienzo.'] };
  return { preferred_from: ['Escriba también desde qué hora.'] };
};

const current: Guard = {
  needs: ['valid_until'],
  why: ({ valid_until }, { today }) =>
    typeof valid_until === 'string' && valid_until < today
      ? { code: 'expired', text: 'Este cálculo venció. Calcúlelo otra vez antes de aplicarlo.' }
      : null,
};

const something: Guard = {
  needs: ['placed'],
  why: ({ placed }) =>
    Number(placed) > 0
      ? null
      : { code: 'nothing_placed', text: 'El cálculo no encontró lugar para ningún anuncio.' },
};

const count = (label: string, hint?: string) =>
  integer(label, { readOnly: true, min: 0, sortable: false, ...(hint && { hint }) });

/**
 * Spots of a station and a period that are placed into its breaks together (domain §1.5, §4.1 point 8): calculated in a
 * job, looked at, applied as a whole, and taken back as a whole.
 */
export const placingPlans = defineResource({
  name: 'placing_plans',
  screen: 'postventa/gestion-cupos/planes',
  label: { one: 'Plan de colocación', many: 'Planes de colocación', gender: 'm' },
  fields: {
    name: text('Nombre', { max: 160, required: true, sortable: true, width: 'wide' }),
    subdivision_id: reference('Canal o emisora', () => subdivisions, { required: true }),
    period: dateRange('Periodo', { required: true }),
    client_id: reference('Solo del cliente', () => clients, { hint: 'Vacío: de todos.' }),
    contract_id: reference('Solo del contrato', () => contracts, { hint: 'Vacío: de todos.' }),
    with_dated: yesNo('Ordenar lo que ya tiene día', {
      initial: true,
      hint: 'También lo colocado en un programa o una franja y aún sin corte, en su mismo día.',
    }),
    preferred_from: time('Preferir desde', {
      sortable: false,
      hint: 'Horas que se prefieren, si hay lugar.',
    }),
    preferred_to: time('Preferir hasta', { sortable: false }),
    status: choice('Estado', placingPlanStates, {
      required: true,
      readOnly: true,
      initial: 'draft',
      sortable: true,
      width: 'short',
    }),
    wanted: count('Por colocar'),
    placed: count('Con lugar'),
    left_out: count('Sin lugar'),
    first_fit: count(
      'Con el primer lugar libre',
      'Cuántos cabrían si cada uno tomara el primer corte libre.',
    ),
    valid_until: date('Vale hasta', { readOnly: true, sortable: false }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  order: '-created_at',
  columns: ['name', 'subdivision_id', 'period', 'wanted', 'placed', 'left_out', 'status'],
  brief: ['subdivision_id', 'placed'],
  filters: ['status', 'subdivision_id', 'period'],
  sections: [
    {
      label: 'Qué se coloca',
      fields: ['name', 'subdivision_id', 'period', 'client_id', 'contract_id', 'with_dated'],
    },
    { label: 'Preferencias', fields: ['preferred_from', 'preferred_to'] },
    { label: 'Resultado', fields: ['wanted', 'placed', 'left_out', 'first_fit', 'valid_until'] },
  ],
  operations: ['create'],
  permissions: {
    viewAll: 'placements.view_all',
    create: 'placements.create',
    updateAll: 'placements.create',
    archive: 'placements.create',
    export: 'placements.export',
  },
  finished: ['applied', 'reverted', 'discarded'],
  rules: [closedRange('period'), notTooLong, bothHours],
  state: 'status',
  commands: {
    calculate: {
      label: 'Calcular',
      done: 'Plan calculado',
      from: ['draft', 'calculated'],
      to: 'calculated',
      tone: 'primary',
      single: true,
      runs: 'job',
      undo: { never: 'Descártelo o calcúlelo otra vez.' },
      explanation:
        'Busca un corte para cada unidad sin colocar, según la separación, los días contratados y los segundos libres. No cambia nada todavía.',
    },
    apply: {
      label: 'Aplicar',
      done: 'Plan aplicado',
      from: ['calculated'],
      to: 'applied',
      permission: 'placements.move',
      changes: true,
      tone: 'primary',
      single: true,
      guards: [current, something],
      undo: { by: 'command', name: 'revert' },
      explanation:
        'Coloca todo a la vez. Si algo ya no cabe, le dice qué y no cambia nada. Lo de quien tiene el crédito retenido queda sin colocar, con su motivo.',
    },
    revert: {
      label: 'Deshacer el plan',
      done: 'Plan deshecho',
      from: ['applied'],
      to: 'reverted',
      permission: 'placements.move',
      changes: true,
      tone: 'danger',
      single: true,
      undo: { never: 'Cree otro plan y aplíquelo.' },
      explanation:
        'Cancela lo que el plan colocó y devuelve cada unidad a su espacio. Si algo ya se confirmó, se movió o se emitió, no cambia nada.',
    },
    discard: {
      label: 'Descartar',
      done: 'Plan descartado',
      from: ['draft', 'calculated'],
      to: 'discarded',
      tone: 'danger',
      rare: true,
      single: true,
      undo: { never: 'Cree otro plan.' },
    },
  },
});

/** What a plan would do, as `GET /api/placing-plans/{id}/result` answers it. */
export interface PlacingResult {
  readonly lines: readonly {
    readonly quota_id: string;
    readonly description: string;
    readonly client: { readonly id: string; readonly label: string };
    readonly contract: { readonly id: string; readonly label: string };
    /** Units with a break, and on how many days. */
    readonly placed: number;
    readonly days: number;
    /** Units without a break. */
    readonly left_out: number;
    readonly reasons: string | null;
    readonly relaxation: string | null;
  }[];
  readonly days: readonly { readonly day: string; readonly placed: number; readonly seconds: number }[];
}
