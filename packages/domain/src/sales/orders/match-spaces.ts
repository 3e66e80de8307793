import { editDistance } from '../../text/edit-distance.ts';
import { fold } from '../../text/fold.ts';
import type { OrderLine } from './order.ts';

/** A space that a line of an order may mean. */
export interface OrderSpace {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  /** Name of its channel, station or circuit. */
  readonly station: string;
  readonly programme: string | null;
  readonly time_slot: string | null;
  /** Hours `HH:MM` of its break, or of its daypart. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whether it is a break inside another space. */
  readonly isBreak: boolean;
  /** Whether spots are sold in it. */
  readonly isSpots: boolean;
}

export type MatchCertainty = 'certain' | 'likely' | 'none';

/** The space of a line, and others that it may mean, the likeliest first. */
export interface SpaceMatch {
  readonly certainty: MatchCertainty;
  /** Null if none is likely. */
  readonly id: string | null;
  /** Whether a user chose it for the same text of this agency before. */
  readonly isLearned: boolean;
  readonly candidates: readonly string[];
}

/** Spaces that users chose before, by the text of the line (`orderText`). */
export type SpaceMemory = Readonly<Record<string, string>>;

const tidy = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9.:|]+/g, ' ')
    .trim();

/**
 * The text of a line by which its space is remembered.
 *
 * @example orderText({ station: 'Canal 9', programme: 'Noticiero Estelar', time: '19:00' }) // 'canal 9 | noticiero estelar | 19:00'
 */
export const orderText = ({
  station,
  programme,
  time,
}: Pick<OrderLine, 'station' | 'programme' | 'time'>): string =>
  [station, programme, time].map(tidy).join(' | ').slice(0, 300);

const common = new Set(
  'a al con de del el en la las los o por un una y programa espacio cuna cunas spot spots seg s segundos fm am hd'.split(
    ' ',
  ),
);
const wordsOf = (text: string): readonly string[] => [
  ...new Set(
    tidy(text)
      .split(/[ |]+/)
      .map((word) => word.replace(/^\.+|\.+$/g, ''))
      .filter((word) => word !== '' && !common.has(word)),
  ),
];

/** Whether two words are the same but for typing: 1, or less; 0 if they are different words. */
const alike = (a: string, b: string): number => {
  if (a === b) return 1;
  if (/\d/.test(a) || /\d/.test(b)) return 0;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.startsWith(short)) return 0.85;
  if (short.length < 4 || long.length - short.length > 2) return 0;
  const distance = editDistance(a, b);
  return distance === 1 ? 0.85 : distance === 2 && short.length >= 7 ? 0.75 : 0;
};

type Bag = ReadonlyMap<string, number>;

/** How much two sets of words have in common, from 0 to 1; rare words count more. */
const similarity = (
  asked: readonly string[],
  words: readonly string[],
  weights: Bag,
  near: (a: string, b: string) => number,
): number => {
  if (asked.length === 0 || words.length === 0) return 0;
  const weight = (word: string): number => weights.get(word) ?? 1;
  let [common, all, covered] = [0, 0, 0];
  const used = new Set<string>();
  for (const word of asked) {
    let [best, which] = [0, ''];
    for (const other of words) {
      const value = used.has(other) ? 0 : near(word, other);
      if (value > best) [best, which] = [value, other];
    }
    all += best > 0 ? weight(which) : weight(word);
    if (best === 0) continue;
    used.add(which);
    common += best * weight(which);
    covered += best * weight(which);
  }
  const other = words.reduce((sum, word) => sum + weight(word), 0);
  const [recall, precision] = [common / all, covered / other];
  return recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision);
};

/** Minutes since midnight of the hours in a text: `7:00 p. m.`, `19:00 - 20:00`, `6 a 9 am`. */
const hoursIn = (text: string): readonly number[] => {
  const plain = fold(text);
  const found = [...plain.matchAll(/(?<!\d)(\d{1,2})(?:[:.h](\d{2}))?\s*(?:([ap])\.?\s?m)?/g)]
    .filter(
      ([whole, hour, minutes, half]) =>
        Number(hour) < 25 &&
        (minutes !== undefined || half !== undefined || /\ba\b|-/.test(plain)) &&
        whole !== '',
    )
    .map(([, hour, minutes, half]) => ({ at: Number(hour) * 60 + Number(minutes ?? 0), half }));
  return found.slice(0, 2).map(({ at, half }, index) => {
    const meant = half ?? found[index + 1]?.half;
    if (meant === 'p' && at < 720) return at + 720;
    return meant === 'a' && at >= 720 ? at - 720 : at;
  });
};

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether a space is on the air in the hours of a line: 1, 0 if it is not known, or -1. */
const agreesInTime = (hours: readonly number[], { from, to }: OrderSpace): number => {
  const [begin, end = begin] = hours;
  if (begin === undefined || end === undefined || from === null) return 0;
  const [first, last] = [minutesOf(from), to === null ? minutesOf(from) : minutesOf(to)];
  // A daypart may cross midnight.
  const until = last < first ? last + 1440 : last;
  const finish = end < begin ? end + 1440 : end;
  return begin <= until && finish >= first ? 1 : -1;
};

const certain = 0.84;
const likely = 0.45;
const worthOffering = 0.3;
const mostCandidates = 6;
/** A word of more spaces than this finds none by itself if another does. */
const manyPlaces = 300;

/**
 * Finds the space of each line: one that a user chose before for the same text, or the one whose programme, station and
 * hours are written most alike. It is certain only if no other is nearly as good.
 *
 * @param spaces those that the user may see and that are on sale
 */
export function matchSpaces(
  lines: readonly OrderLine[],
  spaces: readonly OrderSpace[],
  memory: SpaceMemory = {},
): readonly SpaceMatch[] {
  const known = new Set(spaces.map(({ id }) => id));
  const described = spaces.map((space) => ({
    space,
    name: wordsOf(space.name),
    programme: wordsOf(space.programme ?? ''),
    station: wordsOf(space.station),
    slot: wordsOf(space.time_slot ?? ''),
  }));
  const index = new Map<string, number[]>();
  for (const [at, { space, name, programme, station, slot }] of described.entries())
    for (const word of new Set([...name, ...programme, ...station, ...slot, ...wordsOf(space.code)])) {
      const places = index.get(word);
      if (places) places.push(at);
      else index.set(word, [at]);
    }
  const weights: Bag = new Map(
    [...index].map(([word, places]) => [word, 1 / (1 + Math.log10(places.length))]),
  );
  const vocabulary = [...index.keys()];
  const nearWords = new Map<string, Bag>();
  const nearTo = (word: string): Bag => {
    let near = nearWords.get(word);
    if (!near) {
      near = new Map(
        vocabulary.map((other) => [other, alike(word, other)] as const).filter(([, value]) => value > 0),
      );
      nearWords.set(word, near);
    }
    return near;
  };
  const near = (word: string, other: string): number => nearTo(word).get(other) ?? 0;

  return lines.map((line): SpaceMatch => {
    const programme = wordsOf(line.programme);
    const station = wordsOf(line.station);
    const time = wordsOf(line.time);
    const hours = hoursIn(line.time);
    const groups = (programme.length > 0 ? programme : [...station, ...time]).flatMap((word) =>
      [...nearTo(word).keys()].map((other) => index.get(other) ?? []),
    );
    const rare = groups.filter((group) => group.length <= manyPlaces);
    const places = new Set((rare.length > 0 ? rare : groups).flat());
    const scored = [...places].map((at) => {
      const one = described[at] as (typeof described)[number];
      const { space } = one;
      const ofName = similarity(programme, one.name, weights, near);
      const ofProgramme = similarity(programme, one.programme, weights, near) * (space.isBreak ? 0.9 : 0.97);
      const ofBoth = similarity(programme, [...new Set([...one.name, ...one.station])], weights, near) * 0.97;
      const isCode = tidy(line.programme) === tidy(space.code);
      const named = isCode ? 1 : Math.max(ofName, ofProgramme, station.length === 0 ? ofBoth : 0);
      const ofStation = station.length === 0 ? null : similarity(station, one.station, weights, near);
      const ofSlot =
        programme.length === 0
          ? Math.max(similarity(time, one.slot, weights, near), similarity(time, one.name, weights, near))
          : 0;
      const base = programme.length > 0 ? named : Math.max(ofSlot, agreesInTime(hours, space) > 0 ? 0.6 : 0);
      const score =
        (ofStation === null ? base : base * 0.65 + ofStation * 0.35) +
        agreesInTime(hours, space) * 0.03 +
        (line.duration_sec !== null && space.isSpots ? 0.02 : 0) -
        (space.isBreak && ofName < 0.99 ? 0.03 : 0) +
        // The same words and no other: not one of its breaks or mentions.
        (ofName > 0.999 ? 0.08 : 0);
      return { id: space.id, score: base === 0 ? 0 : score, ofStation };
    });
    const best = scored
      .filter(({ score }) => score >= worthOffering)
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    const candidates = best.slice(0, mostCandidates).map(({ id }) => id);
    const learned = memory[orderText(line)];
    if (learned !== undefined && known.has(learned))
      return {
        certainty: 'certain',
        id: learned,
        isLearned: true,
        candidates: [...new Set([learned, ...candidates])].slice(0, mostCandidates),
      };
    const [first, second] = best;
    if (!first || first.score < likely) return { certainty: 'none', id: null, isLearned: false, candidates };
    const isAlone = !second || first.score - second.score >= 0.05;
    const isOfStation = first.ofStation === null || first.ofStation >= 0.5;
    return {
      certainty: first.score >= certain && isAlone && isOfStation ? 'certain' : 'likely',
      id: first.id,
      isLearned: false,
      candidates,
    };
  });
}
