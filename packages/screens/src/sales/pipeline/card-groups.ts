import { monthLabel } from '@pauta/domain/resource/query/summary.ts';
import type { PipelineCard } from '@pauta/domain/sales/pipeline/board-card.ts';

/** How the cards of a column are grouped: what a card stands under, and what decides the order. */
export interface CardGrouping {
  readonly label: string;
  readonly of: (card: PipelineCard) => { readonly label: string; readonly order: string };
}

const last = '~';

/** Groupings by their name in the address. */
export const cardGroupings: Readonly<Record<string, CardGrouping>> = {
  vendedor: { label: 'Vendedor', of: ({ owner }) => ({ label: owner, order: owner }) },
  plataforma: {
    label: 'Plataforma',
    of: ({ platforms }) =>
      platforms.length > 0
        ? { label: platforms.join(', '), order: platforms.join() }
        : { label: 'Sin plataforma', order: last },
  },
  mes: {
    label: 'Mes del vuelo',
    of: ({ flight_month: month }) =>
      month === null
        ? { label: 'Sin fechas de vuelo', order: last }
        : { label: monthLabel(month), order: month },
  },
};

/** A card with the heading under which it stands. */
export interface GroupedCard {
  readonly card: PipelineCard;
  readonly group?: string;
}

/** The cards in the order of their groups, and in their own order within each; as they are without a grouping. */
export const groupCards = (
  cards: readonly PipelineCard[],
  grouping: CardGrouping | undefined,
): readonly GroupedCard[] => {
  if (!grouping) return cards.map((card) => ({ card }));
  return cards
    .map((card) => ({ card, ...grouping.of(card) }))
    .sort((a, b) => a.order.localeCompare(b.order, 'es'))
    .map(({ card, label }) => ({ card, group: label }));
};
