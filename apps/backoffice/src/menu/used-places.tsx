import type { MenuItem } from '@pauta/layout';
import { BottomBar } from '@pauta/layout/bottom-bar';
import { defaultMenu } from '@pauta/layout/menu';
import { type PinControls, usePins } from '@pauta/layout/pins';
import { Building2, CalendarCheck, Contact, Share2, Target, Users } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { RouterLink } from './router-link.tsx';

const icon = { 'aria-hidden': true, size: 20 } as const;

/** Entries of a menu group share its icon; side by side in the bar they need different ones. */
const icons: Readonly<Record<string, ReactElement>> = {
  '/crm/clientes': <Users {...icon} />,
  '/crm/agencias': <Building2 {...icon} />,
  '/crm/contactos': <Contact {...icon} />,
  '/crm/seguimiento': <CalendarCheck {...icon} />,
  '/crm/seguimiento-ref': <Share2 {...icon} />,
  '/crm/target-list': <Target {...icon} />,
};

const places: readonly MenuItem[] = defaultMenu.flatMap((entry) =>
  'items' in entry ? entry.items.map((item) => ({ ...item, icon: icons[item.href] ?? entry.icon })) : [entry],
);

const most = 4;
const usual = ['/', '/crm/clientes', '/crm/seguimiento', '/crm/contactos'];

/** The home page and the user's favourite, recent and default pages, in the order of the menu. */
export function placesUsed({
  favorites,
  recents,
}: Pick<PinControls, 'favorites' | 'recents'>): readonly MenuItem[] {
  const known = new Set(places.map(({ href }) => href));
  const wanted = ['/', ...[...favorites, ...recents].map(({ href }) => href), ...usual];
  const chosen = new Set([...new Set(wanted)].filter((href) => known.has(href)).slice(0, most));
  return places.filter(({ href }) => chosen.has(href));
}

/**
 * The navigation bar at the bottom of the page on phones. Its entries do not change while the app is open, so that they
 * do not move while the user taps.
 */
export function UsedPlaces({ userId }: { userId: string }): ReactElement {
  const { pathname } = useLocation();
  const pins = usePins(`pauta.pins.${userId}`);
  const [items] = useState(() => placesUsed(pins));
  return <BottomBar currentPath={pathname} items={items} Link={RouterLink} />;
}
