import { fold } from '@pauta/layout';

/** A page that can be opened. */
export interface PalettePage {
  readonly label: string;
  /** The menu group that contains it: `CRM`. */
  readonly group?: string | undefined;
  readonly href: string;
  /** Synonyms by which the page is found too. */
  readonly keywords?: readonly string[] | undefined;
}

/** An action that can be run. */
export interface PaletteAction {
  readonly id: string;
  readonly label: string;
  readonly keywords?: readonly string[] | undefined;
  /** Address that the action opens, if any; it can then be opened in a new tab too. */
  readonly href?: string | undefined;
  readonly run?: (() => void) | undefined;
}

/** A matching part of a text: the arguments of `slice`. */
export type Mark = readonly [start: number, end: number];

/** One result that can be selected. */
export interface PaletteItem {
  readonly key: string;
  readonly label: string;
  readonly marks: readonly Mark[];
  readonly hint?: string | undefined;
  readonly note?: string | undefined;
  readonly href?: string | undefined;
  readonly run?: (() => void) | undefined;
}

export interface PaletteGroup {
  readonly id: 'recent' | 'pages' | 'records' | 'actions';
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/** The search text and its scope: `>` only actions, `#` only records. */
export interface PaletteQuery {
  readonly text: string;
  readonly only: 'actions' | 'records' | null;
}

/** @example readPaletteQuery('> nuevo') // { text: 'nuevo', only: 'actions' } */
export function readPaletteQuery(typed: string): PaletteQuery {
  const only = typed.startsWith('>') ? 'actions' : typed.startsWith('#') ? 'records' : null;
  return { text: (only ? typed.slice(1) : typed).trim(), only };
}

const merged = (marks: readonly Mark[]): readonly Mark[] => {
  const result: Mark[] = [];
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)];
    else result.push([start, end]);
  }
  return result;
};

/**
 * The positions of the words of a text in a label, ignoring case and accents; null if one of them is missing. An empty
 * text matches every label and marks nothing.
 *
 * @example findMarks('Ocupación y Disponibilidad', 'ocupacion') // [[0, 9]]
 */
export function findMarks(label: string, text: string): readonly Mark[] | null {
  const folded = fold(label);
  const marks: Mark[] = [];
  for (const word of fold(text).text.split(/\s+/)) {
    if (word === '') continue;
    // A match at the beginning of a word is preferred.
    const inside = folded.text.indexOf(word);
    const begins = folded.text.startsWith(word) ? 0 : folded.text.indexOf(` ${word}`) + 1;
    const at = begins > 0 || folded.text.startsWith(word) ? begins : inside;
    const start = folded.starts[at];
    const end = folded.ends[at + word.length - 1];
    if (at < 0 || start === undefined || end === undefined) return null;
    marks.push([start, end]);
  }
  return merged(marks);
}

interface Searchable {
  readonly label: string;
  readonly keywords?: readonly string[] | undefined;
}

/** The matching entries, better matches first; equal ones keep their order. */
function ranked<T extends Searchable>(all: readonly T[], text: string): { one: T; marks: readonly Mark[] }[] {
  const needle = fold(text).text.trim();
  return all
    .flatMap((one) => {
      const marks = findMarks(one.label, text);
      if (marks) {
        const label = fold(one.label).text;
        const rank = label.startsWith(needle) ? 0 : label.includes(` ${needle}`) ? 1 : 2;
        return [{ one, marks, rank }];
      }
      const isKeyword = one.keywords?.some((word) => findMarks(word, text));
      return isKeyword ? [{ one, marks: [], rank: 3 }] : [];
    })
    .sort((a, b) => a.rank - b.rank);
}

const pageItem = (page: PalettePage, marks: readonly Mark[], prefix: string): PaletteItem => ({
  key: `${prefix}:${page.href}`,
  label: page.label,
  marks,
  note: page.group,
  href: page.href,
});

const mostPages = 8;
/** Number of actions shown while the search box is empty. */
const mostActions = 6;

/** The groups of results for a text; `records` come from the server. */
export function paletteGroups(
  { text, only }: PaletteQuery,
  {
    pages,
    actions,
    recent,
    records,
  }: {
    readonly pages: readonly PalettePage[];
    readonly actions: readonly PaletteAction[];
    /** Favourites, followed by recently visited pages and records, latest first. */
    readonly recent: readonly PalettePage[];
    readonly records: readonly PaletteItem[];
  },
): readonly PaletteGroup[] {
  const used = text === '' ? recent.slice(0, 5) : [];
  const others = pages.filter((page) => !used.some(({ href }) => href === page.href));
  const recentRank = (page: PalettePage): number => {
    const at = recent.findIndex(({ href }) => href === page.href);
    return at < 0 ? recent.length : at;
  };
  const found = ranked(
    text === '' ? others : others.toSorted((a, b) => recentRank(a) - recentRank(b)),
    text,
  ).slice(0, text === '' ? Number.POSITIVE_INFINITY : mostPages);
  const groups: PaletteGroup[] = [
    {
      id: 'recent',
      label: 'Favoritos y recientes',
      items: only ? [] : used.map((page) => pageItem(page, [], 'recent')),
    },
    {
      id: 'pages',
      label: 'Páginas',
      items: only ? [] : found.map(({ one, marks }) => pageItem(one, marks, 'page')),
    },
    { id: 'records', label: 'Registros', items: only === 'actions' ? [] : records },
    {
      id: 'actions',
      label: 'Acciones',
      items:
        only === 'records'
          ? []
          : ranked(actions, text)
              .slice(0, text === '' && only === null ? mostActions : Number.POSITIVE_INFINITY)
              .map(({ one, marks }) => ({
                key: `action:${one.id}`,
                label: one.label,
                marks,
                href: one.href,
                run: one.run,
              })),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
