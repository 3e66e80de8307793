import { billingCards } from './billing-cards.ts';
import type { DashboardCard } from './dashboard-card.ts';
import { deliveryCards } from './delivery-cards.ts';
import { salesCards } from './sales-cards.ts';

/** Every card of the Dashboard, in the order in which they are offered. */
export const dashboardCards: readonly DashboardCard[] = [...salesCards, ...deliveryCards, ...billingCards];

const byName = new Map(dashboardCards.map((card) => [card.name, card]));

/** The card of this name, if there is one. */
export const dashboardCard = (name: string): DashboardCard | undefined => byName.get(name);

/** Cards in one arrangement at most. */
export const mostCards = 40;

const management = [
  'waiting',
  'goal',
  'budget',
  'issued',
  'aging',
  'occupancy',
  'top_clients',
  'changes',
  'expected_cash',
];
const seller = ['my_work', 'goal', 'pipeline', 'holds', 'quotes', 'contracts', 'overdue', 'stale'];
const delivery = ['my_work', 'starts', 'unplaced', 'material', 'occupancy', 'waiting'];

/** Cards of each role, in order, until a user arranges their own. */
const cardsOfRoles: Readonly<Record<string, readonly string[]>> = {
  admin: ['my_work', ...management, 'team_work'],
  general_manager: management,
  sales_manager: ['goal', 'changes', 'pipeline', 'waiting', 'occupancy', 'stale', 'team_work', 'contracts'],
  sales_rep: seller,
  sales_assistant: ['my_work', 'team_work', 'quotes', 'holds', 'contracts', 'pipeline', 'waiting'],
  planner: ['my_work', 'quotes', 'holds', 'occupancy', 'pipeline', 'goal'],
  inventory: ['my_work', 'occupancy', 'holds', 'waiting'],
  traffic: delivery,
  post_sales: ['my_work', 'unplaced', 'material', 'starts', 'waiting'],
  billing: ['to_bill', 'issued', 'ecf', 'overdue', 'waiting', 'my_work'],
  collections: ['aging', 'promises', 'expected_cash', 'overdue', 'my_work', 'waiting'],
  finance: ['issued', 'aging', 'expected_cash', 'ecf', 'waiting', 'my_work'],
  auditor: [...management.filter((name) => name !== 'waiting'), 'ecf'],
};

/** Cards of a user whose roles have none of their own. */
const mostByDefault = 8;

/**
 * The cards of a user who did not arrange any: those of their roles, each once, as far as they may see them.
 *
 * @example defaultCards(['sales_rep'], available)[0] // 'my_work'
 */
export const defaultCards = (roles: readonly string[], available: readonly string[]): readonly string[] => {
  const ofRoles = [...new Set(roles.flatMap((role) => cardsOfRoles[role] ?? []))];
  const seen = ofRoles.filter((name) => available.includes(name));
  return seen.length > 0 ? seen : available.slice(0, mostByDefault);
};
