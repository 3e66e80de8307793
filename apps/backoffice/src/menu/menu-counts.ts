import { type HomeNumber, homeCards } from '@pauta/domain/home/cards.ts';
import { matchRoute } from '@pauta/layout';
import { defaultMenu } from '@pauta/layout/menu';
import type { withBadges } from '@pauta/layout/menu-tools';

type Badges = Parameters<typeof withBadges>[1];

const home = 'dashboard';

/** The counts of the menu: beside the page of the list, or beside the home page, which links to the others. */
const counted = homeCards.flatMap(({ name, badge, resource: { screen } }) => {
  if (badge === undefined) return [];
  const place = matchRoute(defaultMenu, `/${screen}`);
  return [{ name, label: badge, path: `/${screen}`, entry: place?.exact ? place.item.id : home }];
});

const totalOf = (numbers: readonly HomeNumber[], wanted: string): number =>
  numbers.find(({ name }) => name === wanted)?.total ?? 0;

/** The counters of the menu by entry; `null` until loaded. Counts of the same entry are added up. */
export const badgesOf = (numbers: readonly HomeNumber[] | undefined): Badges =>
  Object.fromEntries(
    Object.entries(Object.groupBy(counted, ({ entry }) => entry)).map(([entry, ones = []]) => {
      const waiting = ones.filter(({ name }) => totalOf(numbers ?? [], name) > 0);
      const named = waiting.length > 0 ? waiting : ones;
      const count = numbers ? ones.reduce((sum, { name }) => sum + totalOf(numbers, name), 0) : null;
      return [
        entry,
        { count, label: named.map(({ label }) => (count === 1 ? label.one : label.many)).join(' y ') },
      ];
    }),
  );

/** What a group of the menu counts whose entries count different things. */
export const pendingLabel = (count: number): string => (count === 1 ? 'pendiente' : 'pendientes');

/** The count in the tab title of a page. */
export const countAt = (path: string, numbers: readonly HomeNumber[] = []): number =>
  counted
    .filter((one) => one.path === path || (path === '/' && one.entry === home))
    .reduce((sum, { name }) => sum + totalOf(numbers, name), 0);
