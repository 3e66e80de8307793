import { users } from '../../admin/users/user.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource, type Resource, type Rule } from '../../resource/resource.ts';
import { agencies } from '../agencies/agency.ts';
import { clients } from './client.ts';

/** The account whose credit is proposed: exactly one of these. */
export const creditAccounts: Readonly<Record<'client_id' | 'agency_id', () => Resource>> = {
  client_id: () => clients,
  agency_id: () => agencies,
};

/** A proposal is about one client or one agency. */
export const oneAccount: Rule = (values) =>
  Object.keys(creditAccounts).filter((name) => values[name]).length === 1
    ? null
    : { client_id: ['Indique un cliente o una agencia, solo uno de los dos.'] };

/** Input for proposing another limit. */
export const proposalFields = {
  proposed_limit: money('Límite propuesto', { currency: 'currency_code', required: true }),
  currency_code: choice('Moneda', currencies, { required: true, initial: 'DOP', width: 'short' }),
  reason: longText('Motivo', {
    max: 1000,
    min: 5,
    required: true,
    hint: 'Por qué conviene: pagos, compras previstas, garantías.',
  }),
};

/** A credit limit of a client or an agency, proposed by a user who may not set it and decided by one who may. */
export const creditProposals = defineResource({
  name: 'credit_proposals',
  screen: 'crm/clientes/propuestas-credito',
  label: { one: 'Propuesta de crédito', many: 'Propuestas de crédito', gender: 'f' },
  fields: {
    folio: text('Folio', { max: 40, required: true, readOnly: true, sortable: true, width: 'short' }),
    client_id: reference('Cliente', () => clients),
    agency_id: reference('Agencia', () => agencies),
    current_limit: money('Límite al proponer', { currency: 'current_currency_code', readOnly: true }),
    current_currency_code: choice('Moneda al proponer', currencies, {
      required: true,
      readOnly: true,
      width: 'short',
    }),
    ...proposalFields,
    status: choice(
      'Estado',
      {
        pending: ['Por decidir', 'warning'],
        approved: ['Aprobada', 'success'],
        rejected: ['Rechazada', 'danger'],
        withdrawn: ['Retirada', 'neutral'],
      },
      { required: true, readOnly: true, width: 'short' },
    ),
    proposed_by_id: reference('Propuesta por', () => users, { readOnly: true }),
    decided_by_id: reference('Decidida por', () => users, { readOnly: true }),
    decided_at: dateTime('Decidida', { readOnly: true }),
    decision_reason: longText('Motivo de la decisión', { max: 1000, readOnly: true }),
  },
  title: 'folio',
  search: ['folio'],
  columns: [
    'folio',
    'client_id',
    'agency_id',
    'current_limit',
    'proposed_limit',
    'proposed_by_id',
    'created_at',
    'status',
  ],
  filters: ['status', 'client_id', 'agency_id', 'proposed_by_id', 'created_at'],
  sections: [
    { label: 'Cuenta', fields: ['client_id', 'agency_id'] },
    { label: 'Propuesta', fields: ['proposed_limit', 'currency_code', 'reason'] },
  ],
  operations: ['create'],
  partOf: Object.keys(creditAccounts),
  permissions: {
    viewAll: 'clients.view_all',
    viewTeam: 'clients.view_team',
    viewOwn: 'clients.view_own',
    create: 'clients.propose_credit',
    updateAll: 'clients.credit_limit',
    archive: 'clients.credit_limit',
    export: 'clients.export',
  },
  state: 'status',
  commands: {
    approve: {
      label: 'Aprobar',
      done: 'Propuesta aprobada',
      from: ['pending'],
      to: 'approved',
      permission: 'clients.credit_limit',
      tone: 'primary',
      fields: { reason: longText('Comentario', { max: 1000, hint: 'Queda en el historial de la cuenta.' }) },
      explanation: 'El límite propuesto, con su moneda, queda en la cuenta desde ahora.',
    },
    reject: {
      label: 'Rechazar',
      done: 'Propuesta rechazada',
      from: ['pending'],
      to: 'rejected',
      permission: 'clients.credit_limit',
      tone: 'danger',
      fields: { reason: longText('Motivo', { max: 1000, min: 5, required: true }) },
      explanation: 'El límite de la cuenta queda como está. Quien lo propuso lee el motivo.',
    },
    withdraw: {
      label: 'Retirar',
      done: 'Propuesta retirada',
      from: ['pending'],
      to: 'withdrawn',
      permission: 'clients.propose_credit',
      rare: true,
      explanation: 'Solo quien la hizo puede retirarla. El límite de la cuenta queda como está.',
    },
  },
});
