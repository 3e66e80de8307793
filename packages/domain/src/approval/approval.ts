import { users } from '../admin/users/user.ts';
import { choice } from '../kinds/choice.ts';
import { dateTime } from '../kinds/date.ts';
import { json } from '../kinds/json.ts';
import { money } from '../kinds/number.ts';
import { reference } from '../kinds/reference.ts';
import { longText, text } from '../kinds/text.ts';
import { currencies } from '../money/currencies.ts';
import { defineResource, type Resource } from '../resource/resource.ts';
import { approvalKinds } from './approval-kinds.ts';
import { formatReason } from './reason.ts';

/** A reason as a row of an approval; `approved_by_id` is set once it was approved. */
export interface ReasonRow {
  readonly code: string;
  readonly text: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly permission: string;
  readonly approved_by_id: string | null;
  readonly approved_by: string | null;
}

const comment = (label: string, isNeeded: boolean, hint: string) =>
  longText(label, { max: 1000, hint, ...(isNeeded && { required: true, min: 5 }) });

const see = 'approvals.view_own';

const decided = { field: 'status', is: ['approved', 'returned', 'rejected', 'withdrawn', 'fallen'] } as const;

/**
 * A request for a decision and its result: one inbox for every kind. Who may decide follows from the permissions of its
 * reasons; the author never may.
 */
export const approvals: Resource = defineResource({
  name: 'approvals',
  screen: 'aprobaciones',
  label: { one: 'Aprobación', many: 'Aprobaciones', gender: 'f' },
  fields: {
    title: text('Qué se aprueba', { max: 200, required: true, readOnly: true, width: 'wide' }),
    kind: choice(
      'Tipo',
      Object.fromEntries(Object.entries(approvalKinds).map(([name, { label }]) => [name, label])),
      { required: true, readOnly: true },
    ),
    record_id: text('Registro', { max: 36, required: true, readOnly: true, isInternal: true }),
    effect: money('Efecto', { currency: 'effect_currency', readOnly: true, sortable: true }),
    effect_currency: choice('Moneda del efecto', currencies, {
      readOnly: true,
      width: 'short',
      isInternal: true,
    }),
    reasons: json('Razones', {
      width: 'wide',
      row: 'Razón',
      required: true,
      readOnly: true,
      fields: {
        code: text('Código', { max: 60 }),
        text: text('Razón', { max: 300 }),
        amount: text('Monto', { max: 40 }),
        currency: text('Moneda', { max: 3 }),
        permission: text('Decide', { max: 100 }),
        approved_by_id: text('Aprobada por', { max: 36 }),
        approved_by: text('Aprobó', { max: 160 }),
      },
      formatRow: (row) => {
        const { text: why, amount, currency, approved_by: by } = row as unknown as ReasonRow;
        const effect = amount !== null && currency !== null ? { amount, currency } : null;
        return `${formatReason({ text: why, effect })}${by === null ? '' : ` Aprobó ${by}.`}`;
      },
    }),
    requested_by_id: reference('Pedida por', () => users, { readOnly: true }),
    status: choice(
      'Estado',
      {
        pending: ['Por decidir', 'warning'],
        approved: ['Aprobada', 'success'],
        returned: ['Devuelta', 'info'],
        rejected: ['Rechazada', 'danger'],
        withdrawn: ['Retirada', 'neutral'],
        fallen: ['Sin efecto: cambió', 'neutral'],
      },
      { required: true, readOnly: true, width: 'short' },
    ),
    decided_by_id: reference('Decidida por', () => users, { readOnly: true, when: decided }),
    on_behalf_of_id: reference('En nombre de', () => users, { readOnly: true, when: decided }),
    decided_at: dateTime('Decidida', { readOnly: true, when: decided }),
    comment: longText('Comentario', { max: 1000, readOnly: true, when: decided }),
  },
  title: 'title',
  columns: ['title', 'effect', 'reasons', 'requested_by_id', 'created_at', 'status'],
  brief: ['effect', 'requested_by_id'],
  filters: ['status', 'kind', 'requested_by_id', 'decided_by_id', 'created_at'],
  sections: [
    { label: 'Qué se pide', fields: ['kind', 'effect', 'reasons', 'requested_by_id'] },
    { label: 'Decisión', fields: ['decided_by_id', 'on_behalf_of_id', 'decided_at', 'comment'] },
  ],
  operations: [],
  permissions: {
    viewAll: 'approvals.view_all',
    viewOwn: see,
    create: see,
    updateAll: see,
    archive: see,
  },
  lent: 'approval_readers',
  finished: ['approved', 'returned', 'rejected', 'withdrawn', 'fallen'],
  state: 'status',
  commands: {
    approve: {
      label: 'Aprobar',
      done: 'Aprobación dada',
      from: ['pending'],
      permission: see,
      tone: 'primary',
      atHand: true,
      fields: { reason: comment('Comentario', false, 'Lo lee quien la pidió.') },
      explanation: 'Aprueba las razones que le toca decidir; cuando no queda ninguna, rige desde ahora.',
    },
    return: {
      label: 'Devolver',
      done: 'Aprobación devuelta',
      from: ['pending'],
      to: 'returned',
      permission: see,
      fields: { reason: comment('Qué hay que corregir', true, 'Lo lee quien la pidió.') },
      explanation: 'Quien la pidió lo corrige y la pide otra vez.',
    },
    reject: {
      label: 'Rechazar',
      done: 'Aprobación rechazada',
      from: ['pending'],
      to: 'rejected',
      permission: see,
      tone: 'danger',
      fields: { reason: comment('Motivo', true, 'Lo lee quien la pidió.') },
    },
    withdraw: {
      label: 'Retirar',
      done: 'Solicitud de aprobación retirada',
      from: ['pending'],
      to: 'withdrawn',
      permission: see,
      rare: true,
      explanation: 'Solo quien la pidió puede retirarla.',
    },
  },
});
