import { expect, test } from 'vitest';
import { resourceNamed } from '../../resources.ts';
import { cardSources } from './card-sources.ts';
import { dashboardCards } from './dashboard-cards.ts';

test('each card names the resources whose changes reload it', () => {
  const unknown = dashboardCards.flatMap((card) =>
    cardSources(card)
      .filter((name) => name !== 'availability' && !resourceNamed(name))
      .map((name) => `${card.name}: ${name}`),
  );
  expect(unknown).toEqual([]);
  expect(dashboardCards.filter((card) => cardSources(card).length === 0).map(({ name }) => name)).toEqual([]);
});
