import type { CardContent } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { type ComponentType, lazy, type ReactElement } from 'react';
import type { CardProps } from './card-frame.tsx';
import { CountsCard } from './counts-card.tsx';
import { ListsCard } from './lists-card.tsx';

const loadTable = () => import('./table-card.tsx');
const loadChart = () => import('./chart-card.tsx');
// Most roles have such cards. They are loaded while the arrangement is requested, because their data are requested when
// they are rendered. A failure is shown in the card.
loadTable().catch(() => undefined);
loadChart().catch(() => undefined);
const TableCard = lazy(async () => ({ default: (await loadTable()).TableCard }));
const ChartCard = lazy(async () => ({ default: (await loadChart()).ChartCard }));

/** What renders each kind of card. */
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
