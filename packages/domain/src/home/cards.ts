import { indexed } from '../resource/indexed.ts';
import {
  approvals,
  before,
  type HomeCard,
  lateActivities,
  open,
  pendingUsers,
  receivedRegistrations,
  referralsToContact,
} from './counted-cards.ts';

export { type HomeCard, type HomeNumber, type HomeReader, homeGroups } from './counted-cards.ts';

const seesOthers = ['activities.view_all', 'activities.view_team'];

/** Every figure the home page may show; a reader gets those of lists they may see, unless they are empty. */
export const homeCards: readonly HomeCard[] = [
  lateActivities,
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
  referralsToContact,
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
  receivedRegistrations,
  {
    name: 'registrations_awaiting_information',
    group: 'waiting',
    text: 'Registros que esperan información',
    resource: indexed('client_registrations'),
    query: () => ({ 'f.status': 'info_requested' }),
  },
  approvals,
  pendingUsers,
];
