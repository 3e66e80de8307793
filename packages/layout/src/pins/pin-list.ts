/** A page that a person marked or was on. */
export interface Pin {
  /** Path of the page, which identifies it. */
  readonly href: string;
  readonly label: string;
  /** Where it belongs: «Clientes» of a record, «CRM» of a list. */
  readonly section?: string | undefined;
}

/** Favourites in the person's own order, and recently visited pages, the latest first. */
export interface Pins {
  readonly favorites: readonly Pin[];
  readonly recents: readonly Pin[];
}

export type PinAction =
  | { readonly type: 'toggle'; readonly pin: Pin }
  /** Takes a favourite to another place among the favourites. */
  | { readonly type: 'move'; readonly href: string; readonly to: number }
  | { readonly type: 'visit'; readonly pin: Pin }
  | { readonly type: 'forget-recents' };

export const noPins: Pins = { favorites: [], recents: [] };

/** More than are shown, because the page a person is on is left out. */
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
      // A record that was renamed is called by its new name.
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

/** Reads what `JSON.stringify` made of pins; none for anything else, and never a path to another site. */
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
