import type { CardContent } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { type ComponentType, lazy, type ReactElement } from 'react';
import type { CardProps } from './card-frame.tsx';
import { CountsCard } from './counts-card.tsx';
import { ListsCard } from './lists-card.tsx';

/** What renders each kind of card. Kinds with a table or a chart of their own are loaded when a card needs them. */
const bodies: Readonly<Record<CardContent['kind'], ComponentType<CardProps>>> = {
  counts: CountsCard,
  lists: ListsCard,
  pace: lazy(async () => ({ default: (await import('./pace-card.tsx')).PaceCard })),
  due: lazy(async () => ({ default: (await import('./due-card.tsx')).DueCard })),
  aging: lazy(async () => ({ default: (await import('./aging-card.tsx')).AgingCard })),
  expected_cash: lazy(async () => ({ default: (await import('./cash-card.tsx')).CashCard })),
  occupancy: lazy(async () => ({ default: (await import('./occupancy-card.tsx')).OccupancyCard })),
  budget: lazy(async () => ({ default: (await import('./budget-card.tsx')).BudgetCard })),
};

/** The contents of a card by its kind. */
export function CardBody(props: CardProps): ReactElement {
  const Body = bodies[props.card.content.kind];
  return <Body {...props} />;
}
