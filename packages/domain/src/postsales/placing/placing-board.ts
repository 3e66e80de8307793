import { type LinePreferences, wishesMet } from '../quotas/preferences.ts';
import { competes, minutesBetween } from '../traffic/conflicts.ts';
import type { PlacedUnit, PlacingProblem } from './placing-problem.ts';

/** What keeps a unit out of a break. */
export type Obstacle = 'capacity' | 'client_near' | 'competitor_near' | 'not_admitted' | 'rights';

const noWishes: LinePreferences = { days: [], from: null, to: null, place: 'any', avoided: [] };

const minuteOf = (clock: string): number => minutesBetween('00:00', clock);

/** A break for a unit: place in the cells of its line, and in `breaks`. */
export interface Option {
  readonly cell: number;
  readonly at: number;
}

/**
 * Spots in breaks, and what may be added. The rules are those of `conflictsIn`, which explains them to people; here they
 * are asked a million times, so clients are numbers and each day keeps the minutes of each client.
 */
export const createBoard = ({ separation, preferred, rooms, breaks, lines }: PlacingProblem) => {
  const free = rooms.map((room) => room.free);
  const dayNumbers = new Map<string, number>();
  const numberOf = (day: string): number => {
    const found = dayNumbers.get(day) ?? dayNumbers.size;
    dayNumbers.set(day, found);
    return found;
  };
  const dayOf = breaks.map(({ day }) => numberOf(day));
  const minutes = breaks.map(({ airs_at }) => minuteOf(airs_at));
  const itemOf = breaks.map(({ rooms: [own = -1] }) => rooms[own]?.item ?? '');

  // Clients are told apart by their industries, too: those of one client do not differ.
  const clients = new Map<string, { readonly number: number; readonly industries: readonly string[] }>();
  const clientNumber = (client: string, industries: readonly string[]): number => {
    const found = clients.get(client) ?? { number: clients.size, industries };
    clients.set(client, found);
    return found.number;
  };
  const clientOf = lines.map(({ client, industries }) => clientNumber(client, industries));
  const settled = breaks.flatMap(({ spots }, at) =>
    spots.map(({ client, industries }) => ({ at, client: clientNumber(client, industries) })),
  );
  const known = [...clients.values()];
  const competitors = known.map((one, number) =>
    known.flatMap((other, index) =>
      index !== number && competes(one.industries, other.industries) ? [index] : [],
    ),
  );
  /** Minutes of what is ordered, by day and client. */
  const onAir: (number[] | undefined)[] = [];
  const slotOf = (client: number, at: number): number => (dayOf[at] ?? 0) * known.length + client;
  const enter = (client: number, at: number): void => {
    const slot = slotOf(client, at);
    const list = onAir[slot] ?? [];
    onAir[slot] = list;
    list.push(minutes[at] ?? 0);
  };
  const leave = (client: number, at: number): void => {
    const list = onAir[slotOf(client, at)] ?? [];
    list.splice(list.lastIndexOf(minutes[at] ?? 0), 1);
  };
  for (const { at, client } of settled) enter(client, at);

  const breaksOfRoom = new Map<number, number[]>();
  for (const [at, one] of breaks.entries())
    for (const room of one.rooms) breaksOfRoom.set(room, [...(breaksOfRoom.get(room) ?? []), at]);

  const admits = (line: number, at: number): boolean => {
    const { articles = [], article_id: usual = null } = breaks[at] ?? {};
    const article = lines[line]?.article_id ?? usual;
    return articles.length === 0 || (article !== null && articles.includes(article));
  };
  const hasRights = (line: number, day: string): boolean => {
    const { materials = [] } = lines[line] ?? {};
    return materials.length === 0 || materials.some(({ until }) => until === null || until >= day);
  };
  /** Breaks in the spaces in which a line is booked, in the order of day and time. */
  const booked: readonly (readonly Option[])[] = lines.map(({ cells }) =>
    cells
      .flatMap(({ room }, cell) => (breaksOfRoom.get(room) ?? []).map((at) => ({ cell, at })))
      .sort((a, b) => a.at - b.at || a.cell - b.cell),
  );
  const options = booked.map((found, line) =>
    found.filter(({ at }) => admits(line, at) && hasRights(line, breaks[at]?.day ?? '')),
  );
  // Many lines have the same wishes: each set of them is asked once per break.
  const metBy = new Map<string, readonly number[]>();
  const met = lines.map(({ wanted }) => {
    const own = wanted ?? noWishes;
    const wishes = own.from === null ? { ...own, ...preferred } : own;
    const key = JSON.stringify(wishes);
    const found = metBy.get(key) ?? breaks.map((at) => wishesMet(wishes, at));
    metBy.set(key, found);
    return found;
  });
  /** How many spots are to be the first or the last of each break: only one of them is. */
  const claims = {
    first: breaks.map(({ spots }) => spots.filter(({ place }) => place === 'first').length),
    last: breaks.map(({ spots }) => spots.filter(({ place }) => place === 'last').length),
  };
  const claimOf = (line: number): number[] | null => {
    const place = lines[line]?.wanted?.place ?? 'any';
    return place === 'any' ? null : claims[place];
  };
  /** Wishes that are fulfilled by one more unit there. */
  const wishesAt = (line: number, at: number): number =>
    (met[line]?.[at] ?? 0) + (claimOf(line)?.[at] === 0 ? 1 : 0);

  const left = lines.map(({ cells }) => cells.map(({ units }) => units));
  const units = lines.map((line) => line.units);
  const counts = lines.map(() => new Map<string, number>());
  let preferredUnits = 0;
  let unevenness = 0;

  /** Rooms that a unit takes: those of the break inside the space in which it is booked, all where it is not yet. */
  const roomsTaken = (cell: number, line: number, at: number): readonly number[] => {
    const path = breaks[at]?.rooms ?? [];
    if (lines[line]?.carried) return path;
    const source = lines[line]?.cells[cell]?.room ?? -1;
    const end = path.indexOf(source);
    return end === -1 ? path : path.slice(0, end);
  };
  /** The nearest spot of the client or of a competitor that is too near; null where none is. */
  const nearest = (line: number, at: number): { readonly by: Obstacle; readonly minutes: number } | null => {
    const own = clientOf[line] ?? 0;
    const minute = minutes[at] ?? 0;
    let found: { readonly by: Obstacle; readonly minutes: number } | null = null;
    const look = (client: number, by: Obstacle, most: number): void => {
      for (const other of onAir[slotOf(client, at)] ?? []) {
        const distance = Math.abs(other - minute);
        if (distance < (found?.minutes ?? most) && distance < most) found = { by, minutes: distance };
      }
    };
    look(own, 'client_near', separation.client);
    for (const client of competitors[own] ?? []) look(client, 'competitor_near', separation.industry);
    return found;
  };
  const hasRoom = (line: number, { cell, at }: Option): boolean => {
    const { taken = 0 } = lines[line] ?? {};
    return roomsTaken(cell, line, at).every((room) => (free[room] ?? 0) >= taken);
  };
  const tally = (line: number, at: number, change: 1 | -1): void => {
    const count = counts[line];
    if (!count) return;
    for (const key of [`d${dayOf[at]}`, `i${itemOf[at]}`]) {
      const before = count.get(key) ?? 0;
      count.set(key, before + change);
      unevenness += (before + change) ** 2 - before ** 2;
    }
    const claim = claimOf(line);
    if (claim && change === -1) claim[at] = (claim[at] ?? 0) - 1;
    preferredUnits += change * wishesAt(line, at);
    if (claim && change === 1) claim[at] = (claim[at] ?? 0) + 1;
  };

  return {
    options,
    booked,
    admits,
    hasRights,
    hasRoom,
    nearest,
    breaksOfRoom,
    roomsTaken,
    competitors: (line: number): readonly number[] => competitors[clientOf[line] ?? 0] ?? [],
    clientOf: (line: number): number => clientOf[line] ?? 0,
    minuteOf: (at: number): number => minutes[at] ?? 0,
    freeOf: (room: number): number => free[room] ?? 0,
    /** Units of a line that are not placed. */
    missing: (line: number): number => units[line] ?? 0,
    leftIn: (line: number, cell: number): number => left[line]?.[cell] ?? 0,
    wishesAt,
    /** How much less even it becomes with one more unit there. */
    crowding: (line: number, at: number): number => {
      const count = counts[line];
      return 2 * ((count?.get(`d${dayOf[at]}`) ?? 0) + (count?.get(`i${itemOf[at]}`) ?? 0) + 1);
    },
    /** Whether a unit of a line can be added. */
    fits: (line: number, option: Option): boolean =>
      (units[line] ?? 0) > 0 &&
      (left[line]?.[option.cell] ?? 0) > 0 &&
      hasRoom(line, option) &&
      nearest(line, option.at) === null,
    put: ({ line, cell, at }: PlacedUnit): void => {
      const { taken = 0 } = lines[line] ?? {};
      for (const room of roomsTaken(cell, line, at)) free[room] = (free[room] ?? 0) - taken;
      enter(clientOf[line] ?? 0, at);
      units[line] = (units[line] ?? 0) - 1;
      const own = left[line];
      if (own) own[cell] = (own[cell] ?? 0) - 1;
      tally(line, at, 1);
    },
    take: ({ line, cell, at }: PlacedUnit): void => {
      const { taken = 0 } = lines[line] ?? {};
      for (const room of roomsTaken(cell, line, at)) free[room] = (free[room] ?? 0) + taken;
      leave(clientOf[line] ?? 0, at);
      units[line] = (units[line] ?? 0) + 1;
      const own = left[line];
      if (own) own[cell] = (own[cell] ?? 0) + 1;
      tally(line, at, -1);
    },
    preferred: (): number => preferredUnits,
    unevenness: (): number => unevenness,
  };
};

export type PlacingBoard = ReturnType<typeof createBoard>;
