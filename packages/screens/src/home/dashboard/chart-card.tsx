import type { ReactElement } from 'react';
import { BudgetCard } from './budget-card.tsx';
import type { CardProps } from './card-frame.tsx';
import { CashCard } from './cash-card.tsx';

/** A card with a chart. */
export function ChartCard(props: CardProps): ReactElement {
  return props.card.content.kind === 'budget' ? <BudgetCard {...props} /> : <CashCard {...props} />;
}
