import { users } from '../../admin/users/user.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { integer, money, percent } from '../../kinds/number.ts';
import { reference, references } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { parseQueryText } from '../../resource/query/query.ts';
import { defineResource, type Resource, type Rule } from '../../resource/resource.ts';
import { clients } from '../clients/client.ts';
import { distributionMethods } from './distribute.ts';
import { targetListMembers } from './target-list-member.ts';

/** Purposes of target lists (domain §1.2). */
export const targetPurposes = {
  acquisition: 'Captación',
  win_back: 'Recuperación',
  growth: 'Crecimiento',
  season: 'Temporada',
  launch: 'Lanzamiento',
} as const;

const criteriaRule: Rule = (values) => {
  if (values.kind !== 'dynamic' || typeof values.criteria !== 'string') return null;
  const read = parseQueryText(clients, values.criteria);
  if (read.ok && !read.query.archived) return null;
  return {
    criteria: ['Este filtro no es de la lista de clientes o ya no se entiende. Elija otro.'],
  };
};

/** Which accounts a distribution assigns. */
export const distributionScopes = {
  unassigned: 'Las pendientes sin asignar',
  pending: 'Todas las pendientes',
} as const;

const open: Guard = {
  needs: ['status', 'name'],
  why: ({ status, name }) =>
    status === 'closed'
      ? {
          code: 'list_closed',
          text: `La lista «${name}» está cerrada. Reábrala para cambiar sus cuentas.`,
        }
      : null,
};

const filled: Guard = {
  needs: ['accounts'],
  why: ({ accounts }) => (accounts === 0 ? { text: 'La lista aún no tiene cuentas.' } : null),
};

const dynamic: Guard = {
  needs: ['kind', 'name'],
  why: ({ kind, name }) =>
    kind === 'dynamic'
      ? null
      : { code: 'not_dynamic', text: `La lista «${name}» es estática: agregue sus cuentas a mano.` },
};

/** Accounts to work on in a period, selected by hand or by a filter over clients (domain §1.2). */
export const targetLists = defineResource({
  name: 'target_lists',
  screen: 'crm/target-list',
  label: { one: 'Lista objetivo', many: 'Listas objetivo', gender: 'f' },
  fields: {
    name: text('Nombre', { max: 120, required: true, sortable: true, unique: true, width: 'wide' }),
    purpose: choice('Propósito', targetPurposes, { required: true, width: 'short' }),
    period: dateRange('Periodo', { required: true }),
    owner_id: reference('Dueño', () => users, { required: true }),
    kind: choice(
      'Tipo',
      { static: 'Estática', dynamic: 'Dinámica' },
      {
        required: true,
        initial: 'static',
        width: 'short',
        hint: 'Una lista dinámica se actualiza sola cada día desde un filtro de clientes.',
      },
    ),
    criteria: text('Filtro de clientes', {
      max: 2000,
      required: true,
      when: { field: 'kind', is: ['dynamic'] },
      width: 'full',
      hint: 'Se evalúa con lo que ve el dueño de la lista.',
    }),
    goal_accounts: integer('Meta de cuentas', { min: 0, max: 1_000_000, sortable: false }),
    goal_amount: money('Meta', { currency: 'currency_code' }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    status: choice(
      'Estado',
      { draft: ['Borrador', 'neutral'], active: ['Activa', 'success'], closed: ['Cerrada', 'info'] },
      { required: true, readOnly: true, sortable: true, initial: 'draft', width: 'short' },
    ),
    notes: longText('Notas', { max: 4000 }),
    accounts: integer('Cuentas', { required: true, readOnly: true }),
    contacted: integer('Contactadas', { required: true, readOnly: true, sortable: false }),
    contacted_pct: percent('Contactadas %', { required: true, readOnly: true, sortable: true }),
    meetings: integer('Reuniones', { required: true, readOnly: true, sortable: false }),
    proposals: integer('Propuestas', { required: true, readOnly: true, sortable: false }),
    won: integer('Ganadas', { required: true, readOnly: true, sortable: false }),
    discarded: integer('Descartadas', { required: true, readOnly: true, sortable: false }),
    unassigned: integer('Sin asignar', { required: true, readOnly: true, sortable: false }),
    won_amount: money('Ganado', {
      currency: 'currency_code',
      required: true,
      readOnly: true,
      sortable: true,
    }),
    refreshed_at: dateTime('Actualizada desde el filtro', { readOnly: true, sortable: false }),
  },
  title: 'name',
  order: '-created_at',
  columns: [
    'name',
    'purpose',
    'period',
    'owner_id',
    'accounts',
    'contacted_pct',
    'won_amount',
    'goal_amount',
    'status',
  ],
  filters: ['status', 'purpose', 'owner_id', 'kind', 'period'],
  sections: [
    { label: 'Lista', fields: ['name', 'purpose', 'period', 'owner_id', 'kind', 'criteria'] },
    { label: 'Meta', fields: ['goal_accounts', 'goal_amount', 'currency_code', 'notes'] },
  ],
  owners: ['owner_id'],
  finished: ['closed'],
  alsoSeenBy: [{ part: (): Resource => targetListMembers, by: 'target_list_id' }],
  notes: true,
  state: 'status',
  commands: {
    activate: {
      label: 'Activar',
      done: 'Lista activada',
      from: ['draft'],
      to: 'active',
      permission: 'target_lists.activate',
      tone: 'primary',
      explanation:
        'Sus clientes quedan reservados: ninguna otra lista activa con el mismo propósito puede tenerlos en el mismo periodo.',
    },
    close: {
      label: 'Cerrar',
      done: 'Lista cerrada',
      from: ['active'],
      to: 'closed',
      permission: 'target_lists.activate',
      explanation: 'Sus clientes quedan libres para otras listas. Lo trabajado se conserva.',
    },
    reopen: {
      label: 'Reabrir',
      done: 'Lista reabierta',
      from: ['closed'],
      to: 'draft',
      permission: 'target_lists.activate',
      explanation: 'Vuelve a borrador; actívela cuando esté lista.',
    },
    refresh: {
      label: 'Actualizar desde el filtro',
      done: 'Lista actualizada',
      guards: [dynamic, open],
      preview: 'plan',
      undo: { by: 'log' },
    },
    accounts: {
      label: 'Agregar desde filtro',
      done: 'Cuentas agregadas',
      permission: 'target_list_members.create',
      changes: true,
      selection: () => clients,
      guards: [open],
      preview: 'plan',
      undo: { by: 'log' },
    },
    distribution: {
      label: 'Repartir',
      done: 'Cuentas repartidas',
      permission: 'target_lists.distribute',
      changes: true,
      fields: {
        scope: choice('Cuentas', distributionScopes, { required: true }),
        method: choice('Cómo', distributionMethods, { required: true, initial: 'equal' }),
        sellers: references('Vendedores', () => users),
        expected: integer('Cuentas por repartir', { min: 0 }),
      },
      guards: [open, filled],
      preview: 'plan',
      undo: { by: 'log' },
    },
  },
  rules: [criteriaRule],
});
