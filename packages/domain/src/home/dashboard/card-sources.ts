import { homeCards } from '../cards.ts';
import type { CardContent, DashboardCard } from './dashboard-card.ts';

/** The resources that a card with an endpoint of its own is computed from. */
const sources: Readonly<Record<Exclude<CardContent['kind'], 'counts' | 'lists'>, readonly string[]>> = {
  pace: ['opportunities', 'contracts', 'rep_goals'],
  due: ['contracts', 'invoices'],
  aging: ['invoices', 'payments'],
  expected_cash: ['invoices', 'payments', 'payment_promises'],
  occupancy: ['availability'],
  budget: ['sales_budgets', 'contracts', 'invoices', 'payments'],
};

/**
 * Names of the resources, as live changes name them, whose records change what a card shows.
 *
 * @example cardSources(dashboardCard('pipeline')) // ['opportunities']
 */
export function cardSources({ content }: DashboardCard): readonly string[] {
  if (content.kind === 'counts')
    return [
      ...new Set(
        homeCards.filter(({ group }) => group === content.group).map(({ resource }) => resource.name),
      ),
    ];
  if (content.kind === 'lists') return [...new Set(content.lines.map(({ resource }) => resource.name))];
  return sources[content.kind];
}
