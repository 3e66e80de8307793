/** A page that the user marked as a favourite or visited. */
export interface Pin {
  /** Path of the page, which identifies it. */
  readonly href: string;
  readonly label: string;
  /** The parent of the page: «Clientes» for a record, «CRM» for a list. */
  readonly section?: string | undefined;
}

/** Favourites in the order set by the user, and recently visited pages, the latest first. */
export interface Pins {
  readonly favorites: readonly Pin[];
  readonly recents: readonly Pin[];
}

export type PinAction =
  | { readonly type: 'toggle'; readonly pin: Pin }
  /** Moves a favourite to another position among the favourites. */
  | { readonly type: 'move'; readonly href: string; readonly to: number }
  | { readonly type: 'visit'; readonly pin: Pin }
  | { readonly type: 'forget-recents' };

export const noPins: Pins = { favorites: [], recents: [] };

/** How many recent pages are stored: more than are shown, because the current page is left out of the list. */
const mostRecents = 12;
const mostFavorites = 50;

const same = (a: Pin, b: Pin): boolean => a.label === b.label && a.section === b.section;

export function pinReducer(pins: Pins, action: PinAction): Pins {
  switch (action.type) {
    case 'toggle': {
      const others = pins.favorites.filter(({ href }) => href !== action.pin.href);
      const isNew = others.length === pins.favorites.length;
      return { ...pins, favorites: (isNew ? [...others, action.pin] : others).slice(-mostFavorites) };
    }
    case 'move': {
      const pin = pins.favorites.find(({ href }) => href === action.href);
      if (!pin) return pins;
      const others = pins.favorites.filter((other) => other !== pin);
      return { ...pins, favorites: others.toSpliced(Math.max(action.to, 0), 0, pin) };
    }
    case 'visit': {
      const { pin } = action;
      const [last] = pins.recents;
      // A favourite whose record was renamed gets the new name.
      const outdated = pins.favorites.some((favorite) => favorite.href === pin.href && !same(favorite, pin));
      if (last?.href === pin.href && same(last, pin) && !outdated) return pins;
      return {
        favorites: outdated
          ? pins.favorites.map((favorite) => (favorite.href === pin.href ? pin : favorite))
          : pins.favorites,
        recents: [pin, ...pins.recents.filter(({ href }) => href !== pin.href)].slice(0, mostRecents),
      };
    }
    case 'forget-recents':
      return { ...pins, recents: [] };
  }
}

const isPath = (href: unknown): href is string => typeof href === 'string' && /^\/(?!\/)/.test(href);

function readPins(value: unknown, most: number): Pin[] {
  const seen = new Set<string>();
  return (Array.isArray(value) ? value : [])
    .flatMap((pin): Pin[] => {
      const { href, label, section } = (pin ?? {}) as Record<string, unknown>;
      if (!isPath(href) || typeof label !== 'string' || seen.has(href)) return [];
      seen.add(href);
      return [{ href, label, ...(typeof section === 'string' && { section }) }];
    })
    .slice(0, most);
}

/** Parses stored pins; returns none for any other input, and never a path to another site. */
export function parsePins(stored: string | null): Pins {
  try {
    const value = JSON.parse(stored ?? 'null') as { favorites?: unknown; recents?: unknown } | null;
    return {
      favorites: readPins(value?.favorites, mostFavorites),
      recents: readPins(value?.recents, mostRecents),
    };
  } catch {
    return noPins;
  }
}
