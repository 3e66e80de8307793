import { decidingPermissions } from '../approval/deciding-permissions.ts';
import { addDays } from '../calendar/working-time.ts';
import { indexed } from '../resource/indexed.ts';
import type { IndexedResource } from '../resource/indexed-resource.ts';

/** The reader of the home page, and the company's current day. */
export interface HomeReader {
  readonly userId: string;
  readonly today: string;
}

/** Parts of the home page, in their order. */
export const homeGroups = {
  mine: 'Mi trabajo',
  team: 'De los demás',
  waiting: 'Espera una decisión',
} as const;

/**
 * A figure of the home page: the total of a list, with a link to that list. Both use `query`, so they cannot differ.
 */
export interface HomeCard {
  readonly name: string;
  readonly group: keyof typeof homeGroups;
  readonly text: string;
  readonly resource: IndexedResource;
  /** Needed besides seeing rows of the resource: one of these. */
  readonly permissions?: readonly string[];
  /** Colour for a card of overdue records. */
  readonly tone?: 'danger' | 'warning';
  /** Text after the count in the menu, beside the page of the list; a card without it has no badge. */
  readonly badge?: { readonly one: string; readonly many: string };
  readonly query: (reader: HomeReader) => Readonly<Record<string, string>>;
}

const open = 'pending,in_progress';
const before = (today: string): string => `..${addDays(today, -1)}`;
const seesOthers = ['activities.view_all', 'activities.view_team'];

/** Every figure the home page may show; a reader gets those of lists they may see, unless they are empty. */
export const homeCards: readonly HomeCard[] = [
  {
    name: 'late_activities',
    group: 'mine',
    text: 'Seguimientos atrasados',
    resource: indexed('activities'),
    tone: 'danger',
    badge: { one: 'atrasado', many: 'atrasados' },
    query: ({ userId, today }) => ({
      'f.status': open,
      'f.scheduled_at': before(today),
      'f.assigned_to_id': userId,
      sort: 'scheduled_at',
    }),
  },
  {
    name: 'today_activities',
    group: 'mine',
    text: 'Seguimientos de hoy',
    resource: indexed('activities'),
    query: ({ userId, today }) => ({
      'f.status': open,
      'f.scheduled_at': today,
      'f.assigned_to_id': userId,
      sort: 'scheduled_at',
    }),
  },
  {
    name: 'reminders',
    group: 'mine',
    text: 'Recordatorios',
    resource: indexed('activities'),
    tone: 'warning',
    query: ({ userId }) => ({
      'f.status': open,
      'f.assigned_to_id': userId,
      'f.reminded_at': '!-',
      sort: 'scheduled_at',
    }),
  },
  {
    name: 'ending_holds',
    group: 'mine',
    text: 'Sus reservas que vencen hoy',
    resource: indexed('holds'),
    tone: 'warning',
    query: ({ userId, today }) => ({
      'f.status': 'requested,queued,active',
      'f.expires_at': today,
      'f.owner_id': userId,
      sort: 'expires_at',
    }),
  },
  {
    name: 'clients_without_next',
    group: 'mine',
    text: 'Mis clientes sin próxima acción',
    resource: indexed('clients'),
    tone: 'warning',
    query: ({ userId }) => ({
      'f.status': 'prospect,active',
      'f.primary_sales_rep_id': userId,
      'f.next_activity_at': '-',
    }),
  },
  {
    name: 'referrals_to_contact',
    group: 'mine',
    text: 'Referidos por contactar',
    resource: indexed('referrals'),
    badge: { one: 'por contactar', many: 'por contactar' },
    query: ({ userId }) => ({ 'f.status': 'received', 'f.assigned_to_id': userId }),
  },
  {
    name: 'reviewing_registrations',
    group: 'mine',
    text: 'Registros que usted está revisando',
    resource: indexed('client_registrations'),
    query: ({ userId }) => ({ 'f.status': 'in_review', 'f.reviewer_id': userId }),
  },
  {
    name: 'late_activities_of_others',
    group: 'team',
    text: 'Seguimientos atrasados de otras personas',
    resource: indexed('activities'),
    permissions: seesOthers,
    tone: 'danger',
    query: ({ userId, today }) => ({
      'f.status': open,
      'f.scheduled_at': before(today),
      'f.assigned_to_id': `!${userId}`,
      sort: 'scheduled_at',
    }),
  },
  {
    name: 'today_activities_of_others',
    group: 'team',
    text: 'Seguimientos de hoy de otras personas',
    resource: indexed('activities'),
    permissions: seesOthers,
    query: ({ userId, today }) => ({
      'f.status': open,
      'f.scheduled_at': today,
      'f.assigned_to_id': `!${userId}`,
      sort: 'scheduled_at',
    }),
  },
  {
    name: 'others_clients_without_next',
    group: 'team',
    text: 'Clientes de otras personas sin próxima acción',
    resource: indexed('clients'),
    permissions: ['activities.view_all', 'activities.view_team'],
    tone: 'warning',
    query: ({ userId }) => ({
      'f.status': 'prospect,active',
      'f.primary_sales_rep_id': `!${userId}`,
      'f.next_activity_at': '-',
    }),
  },
  {
    name: 'referrals_out_of_time',
    group: 'team',
    text: 'Referidos sin contacto a tiempo',
    resource: indexed('referrals'),
    permissions: ['referrals.view_all', 'referrals.view_team'],
    tone: 'danger',
    query: ({ today }) => ({ 'f.status': 'received', 'f.contact_due_at': before(today) }),
  },
  {
    name: 'received_registrations',
    group: 'waiting',
    text: 'Registros de clientes por revisar',
    resource: indexed('client_registrations'),
    badge: { one: 'registro por revisar', many: 'registros por revisar' },
    query: () => ({ 'f.status': 'received' }),
  },
  {
    name: 'registrations_awaiting_information',
    group: 'waiting',
    text: 'Registros que esperan información',
    resource: indexed('client_registrations'),
    query: () => ({ 'f.status': 'info_requested' }),
  },
  {
    name: 'makegoods_to_settle',
    group: 'waiting',
    text: 'Compensaciones por enviar o rechazadas',
    resource: indexed('makegood_offers'),
    permissions: ['placements.makegood'],
    tone: 'warning',
    query: () => ({ 'f.status': 'open,declined' }),
  },
  {
    name: 'approvals',
    group: 'waiting',
    text: 'Aprobaciones que le toca decidir',
    resource: indexed('approvals'),
    permissions: decidingPermissions,
    badge: { one: 'aprobación por decidir', many: 'aprobaciones por decidir' },
    query: ({ userId }) => ({ 'f.status': 'pending', 'f.requested_by_id': `!${userId}` }),
  },
  {
    name: 'pending_users',
    group: 'waiting',
    text: 'Usuarios por aprobar',
    resource: indexed('users'),
    permissions: ['users.approve'],
    badge: { one: 'por aprobar', many: 'por aprobar' },
    query: () => ({ 'f.status': 'pending' }),
  },
];

/** A figure of the home page, as `GET /api/home` returns it. `query` is the query string of the list. */
export interface HomeNumber {
  readonly name: string;
  readonly query: string;
  readonly total: number;
  readonly total_is_estimate: boolean;
}
