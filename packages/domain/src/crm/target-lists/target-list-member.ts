import { users } from '../../admin/users/user.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { json } from '../../kinds/json.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { integer, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource, type Rule } from '../../resource/resource.ts';
import { openingFields } from '../../sales/opportunities/opening-fields.ts';
import { opportunities } from '../../sales/opportunities/opportunity.ts';
import { clients } from '../clients/client.ts';
import { contacts } from '../contacts/contact.ts';
import { targetLists } from './target-list.ts';

const states = {
  pending: ['Pendiente', 'neutral'],
  contacted: ['Contactada', 'info'],
  meeting: ['Reunión', 'info'],
  proposal: ['Propuesta', 'warning'],
  won: ['Ganada', 'success'],
  discarded: ['Descartada', 'danger'],
} as const;

/** A member is either a client or the name of a company that is not a client yet. */
const oneAccountRule: Rule = (values) => {
  const [client, prospect, taxId] = [values.client_id, values.prospect_name, values.prospect_tax_id].map(
    (value) => !isEmpty(value),
  );
  const errors: Record<string, string[]> = {};
  if (client && prospect) errors.prospect_name = ['Elija un cliente o escriba un prospecto, no ambos.'];
  else if (!client && !prospect) errors.client_id = ['Elija un cliente o escriba el nombre del prospecto.'];
  else if (client && taxId) {
    errors.prospect_tax_id = ['El cliente ya tiene su identificación; deje este dato vacío.'];
  }
  return Object.keys(errors).length > 0 ? errors : null;
};

const work = 'target_list_members.work';

const isClient: Guard = {
  needs: ['client_id'],
  why: ({ client_id }) =>
    client_id
      ? null
      : {
          code: 'no_client',
          text: 'La cuenta aún no es un cliente: cree el cliente y elíjalo en la cuenta.',
          fix: { label: 'Crear el cliente', path: '/crm/clientes/nuevo' },
        },
};

const withoutOpportunity: Guard = {
  needs: ['opportunity_id'],
  why: ({ opportunity_id }) =>
    opportunity_id ? { code: 'has_opportunity', text: 'La cuenta ya tiene su oportunidad.' } : null,
};

/** An account of a target list, with its owner, its score and its stage (domain §1.2). */
export const targetListMembers = defineResource({
  name: 'target_list_members',
  screen: 'crm/target-list/cuentas',
  label: { one: 'Cuenta objetivo', many: 'Cuentas objetivo', gender: 'f' },
  fields: {
    account_name: text('Cuenta', { max: 160, required: true, readOnly: true, sortable: true, width: 'wide' }),
    target_list_id: reference('Lista objetivo', (): Resource => targetLists, { required: true }),
    client_id: reference('Cliente', () => clients, { hint: 'Deje vacío si aún no es cliente.' }),
    prospect_name: text('Prospecto', { max: 160, hint: 'Solo si aún no es cliente.' }),
    prospect_tax_id: text('Identificación del prospecto', { max: 20, upperCase: true }),
    assigned_to_id: reference('Asignada a', () => users),
    priority: choice(
      'Prioridad',
      { A: ['A', 'danger'], B: ['B', 'warning'], C: ['C', 'neutral'] },
      { required: true, initial: 'B', sortable: true, width: 'short' },
    ),
    estimated_amount: money('Monto estimado', { currency: 'currency_code', sortable: true }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    score: integer('Puntos', { required: true, readOnly: true, min: 0, max: 100, aggregate: null }),
    score_reasons: json('Motivos del puntaje', {
      row: 'Motivo',
      width: 'wide',
      readOnly: true,
      required: true,
      fields: {
        reason: text('Motivo', { max: 160, required: true }),
        points: integer('Puntos', { required: true }),
      },
      formatRow: ({ reason, points }) =>
        `${String(reason)} (${Number(points) > 0 ? '+' : ''}${String(points)})`,
    }),
    state: choice('Estado', states, {
      required: true,
      readOnly: true,
      sortable: true,
      initial: 'pending',
      width: 'short',
    }),
    won_amount: money('Monto ganado', { currency: 'currency_code', readOnly: true }),
    discard_reason: longText('Motivo del descarte', { max: 500, readOnly: true }),
    last_activity_at: dateTime('Última gestión', { readOnly: true, sortable: true }),
    opportunity_id: reference('Oportunidad', (): Resource => opportunities, { readOnly: true }),
  },
  title: 'account_name',
  search: ['account_name', 'prospect_tax_id'],
  order: '-score',
  columns: [
    'account_name',
    'state',
    'assigned_to_id',
    'priority',
    'score',
    'score_reasons',
    'estimated_amount',
  ],
  filters: ['state', 'assigned_to_id', 'priority', 'target_list_id', 'client_id', 'score'],
  sections: [
    { label: 'Cuenta', fields: ['target_list_id', 'client_id', 'prospect_name', 'prospect_tax_id'] },
    { label: 'Trabajo', fields: ['assigned_to_id', 'priority', 'estimated_amount'] },
  ],
  permissions: {
    viewAll: 'target_lists.view_all',
    viewTeam: 'target_lists.view_team',
    viewOwn: 'target_lists.view_own',
    create: 'target_list_members.create',
    updateAll: 'target_list_members.update_all',
    updateOwn: 'target_list_members.update_own',
    archive: 'target_list_members.delete',
    export: 'target_lists.export',
    import: 'target_list_members.import',
  },
  owners: ['assigned_to_id'],
  finished: ['won', 'discarded'],
  partOf: ['target_list_id'],
  notes: true,
  mailing: { of: (): Resource => contacts, by: 'client_id' },
  state: 'state',
  commands: {
    contact: {
      label: 'Contactar',
      done: 'Cuenta contactada',
      from: ['pending'],
      to: 'contacted',
      permission: work,
      tone: 'primary',
    },
    meet: {
      label: 'Reunión',
      done: 'Reunión anotada',
      from: ['pending', 'contacted'],
      to: 'meeting',
      permission: work,
    },
    propose: {
      label: 'Propuesta',
      done: 'Propuesta anotada',
      from: ['contacted', 'meeting'],
      to: 'proposal',
      permission: work,
    },
    open_opportunity: {
      label: 'Crear oportunidad',
      done: 'Oportunidad creada',
      from: ['pending', 'contacted', 'meeting', 'proposal'],
      permission: work,
      single: true,
      guards: [isClient, withoutOpportunity],
      fields: openingFields,
      explanation: 'Cuando la oportunidad se gane, la cuenta queda ganada con su monto.',
    },
    win: {
      label: 'Ganar',
      done: 'Cuenta ganada',
      from: ['contacted', 'meeting', 'proposal'],
      to: 'won',
      permission: work,
      tone: 'primary',
      single: true,
      fields: {
        amount: money('Monto ganado', { currency: 'currency_code', required: true }),
      },
      explanation: 'El monto se suma a lo ganado por la lista, en la moneda de la lista.',
    },
    discard: {
      label: 'Descartar',
      done: 'Cuenta descartada',
      from: ['pending', 'contacted', 'meeting', 'proposal'],
      to: 'discarded',
      permission: work,
      tone: 'danger',
      fields: { reason: longText('Motivo', { max: 500, min: 3, required: true }) },
    },
    retake: {
      label: 'Retomar',
      done: 'Cuenta retomada',
      from: ['discarded', 'won'],
      to: 'pending',
      permission: work,
      explanation: 'Vuelve a estar pendiente; si estaba ganada, su monto deja de contar.',
    },
  },
  rules: [oneAccountRule],
});
