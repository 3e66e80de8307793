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

/** Activities that are not finished, as a filter. */
export const open = 'pending,in_progress';
/** Every day before this one, as a filter. @example before('2026-12-02') // '..2026-12-01' */
export const before = (today: string): string => `..${addDays(today, -1)}`;

export const lateActivities: HomeCard = {
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
};

export const referralsToContact: HomeCard = {
  name: 'referrals_to_contact',
  group: 'mine',
  text: 'Referidos por contactar',
  resource: indexed('referrals'),
  badge: { one: 'por contactar', many: 'por contactar' },
  query: ({ userId }) => ({ 'f.status': 'received', 'f.assigned_to_id': userId }),
};

export const receivedRegistrations: HomeCard = {
  name: 'received_registrations',
  group: 'waiting',
  text: 'Registros de clientes por revisar',
  resource: indexed('client_registrations'),
  badge: { one: 'registro por revisar', many: 'registros por revisar' },
  query: () => ({ 'f.status': 'received' }),
};

export const approvals: HomeCard = {
  name: 'approvals',
  group: 'waiting',
  text: 'Aprobaciones que le toca decidir',
  resource: indexed('approvals'),
  permissions: decidingPermissions,
  badge: { one: 'aprobación por decidir', many: 'aprobaciones por decidir' },
  query: ({ userId }) => ({ 'f.status': 'pending', 'f.requested_by_id': `!${userId}` }),
};

export const pendingUsers: HomeCard = {
  name: 'pending_users',
  group: 'waiting',
  text: 'Usuarios por aprobar',
  resource: indexed('users'),
  permissions: ['users.approve'],
  badge: { one: 'por aprobar', many: 'por aprobar' },
  query: () => ({ 'f.status': 'pending' }),
};

/** The figures that the menu counts. Every page loads them, so the others are in `cards.ts`. */
export const countedCards: readonly HomeCard[] = [
  lateActivities,
  referralsToContact,
  receivedRegistrations,
  approvals,
  pendingUsers,
];

/** A figure of the home page, as `GET /api/home` returns it. `query` is the query string of the list. */
export interface HomeNumber {
  readonly name: string;
  readonly query: string;
  readonly total: number;
  readonly total_is_estimate: boolean;
}
