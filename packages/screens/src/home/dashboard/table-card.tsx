import type { ReactElement } from 'react';
import { AgingCard } from './aging-card.tsx';
import type { CardProps } from './card-frame.tsx';
import { DueCard } from './due-card.tsx';
import { OccupancyCard } from './occupancy-card.tsx';
import { PaceCard } from './pace-card.tsx';

/** A card with a table, or with figures of an endpoint of its own. */
export function TableCard(props: CardProps): ReactElement | null {
  switch (props.card.content.kind) {
    case 'pace':
      return <PaceCard {...props} />;
    case 'due':
      return <DueCard {...props} />;
    case 'aging':
      return <AgingCard {...props} />;
    case 'occupancy':
      return <OccupancyCard {...props} />;
    default:
      return null;
  }
}
