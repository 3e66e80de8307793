import type { CardContent } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { type ComponentType, lazy, type ReactElement } from 'react';
import type { CardProps } from './card-frame.tsx';
import { CountsCard } from './counts-card.tsx';
import { ListsCard } from './lists-card.tsx';

const TableCard = lazy(async () => ({ default: (await import('./table-card.tsx')).TableCard }));
const ChartCard = lazy(async () => ({ default: (await import('./chart-card.tsx')).ChartCard }));

/** What renders each kind of card. Tables and charts are loaded when a card needs them. */
const bodies: Readonly<Record<CardContent['kind'], ComponentType<CardProps>>> = {
  counts: CountsCard,
  lists: ListsCard,
  pace: TableCard,
  due: TableCard,
  aging: TableCard,
  occupancy: TableCard,
  expected_cash: ChartCard,
  budget: ChartCard,
};

/** The contents of a card by its kind. */
export function CardBody(props: CardProps): ReactElement {
  const Body = bodies[props.card.content.kind];
  return <Body {...props} />;
}
