import { type Folded, findFolded, fold, type Slice } from './fold.ts';
import { isGroup, type Menu, type MenuEntry, type MenuGroup, type MenuItem } from './menu.ts';

/** An item to show, with the parts of its label that were found. */
export interface FoundItem {
  readonly entry: MenuItem;
  readonly marks: readonly Slice[];
}

/** A group to show, with the matching items. */
export interface FoundGroup {
  readonly entry: MenuGroup;
  readonly marks: readonly Slice[];
  readonly items: readonly FoundItem[];
}

/** The part of a menu that matches a search. */
export interface MenuSearch {
  /** Whether a search is active; a blank text leaves the menu unchanged. */
  readonly searching: boolean;
  readonly entries: readonly (FoundItem | FoundGroup)[];
  /** Number of links in the result. */
  readonly count: number;
}

const noMarks: readonly Slice[] = [];
const foldedEntries = new WeakMap<MenuEntry, { label: Folded; keywords: string }>();

function folded(entry: MenuEntry): { label: Folded; keywords: string } {
  let known = foldedEntries.get(entry);
  if (!known) {
    known = { label: fold(entry.label), keywords: fold((entry.keywords ?? []).join('\n')).text };
    foldedEntries.set(entry, known);
  }
  return known;
}

/** The matching parts of the label, `noMarks` if only a keyword matches, `null` if nothing does. */
function matchEntry(entry: MenuEntry, needle: string): readonly Slice[] | null {
  const { label, keywords } = folded(entry);
  const whole = findFolded(label, needle);
  if (whole) return [whole];
  const words = needle.split(/\s+/);
  const slices = words.flatMap((word) => {
    const slice = findFolded(label, word);
    return slice ? [slice] : [];
  });
  if (slices.length === words.length) return merge(slices);
  return keywords.includes(needle) ? noMarks : null;
}

function merge(slices: readonly Slice[]): readonly Slice[] {
  const merged: Slice[] = [];
  for (const [start, end] of slices.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}

function searchGroup(group: MenuGroup, needle: string): FoundGroup | null {
  const own = matchEntry(group, needle);
  const items = group.items.flatMap((entry): FoundItem[] => {
    const marks = matchEntry(entry, needle);
    if (marks) return [{ entry, marks }];
    return own ? [{ entry, marks: noMarks }] : [];
  });
  return own || items.length > 0 ? { entry: group, marks: own ?? noMarks, items } : null;
}

/**
 * Searches a menu, ignoring case and accents. An item matches if its label contains the text or each of its words, or
 * if one of its keywords does. A group is kept with its matching items, or with all items if its own label matches. The
 * order is kept.
 *
 * @example
 * searchMenu(menu, 'ocupacion').count; // 1: «Ocupación y Disponibilidad»
 */
export function searchMenu(menu: Menu, query: string): MenuSearch {
  const needle = fold(query).text.trim();
  const searching = needle !== '';
  const entries = menu.flatMap((entry): (FoundItem | FoundGroup)[] => {
    if (isGroup(entry)) {
      if (searching && entry.repeats) return [];
      const found = searching
        ? searchGroup(entry, needle)
        : { entry, marks: noMarks, items: entry.items.map((item) => ({ entry: item, marks: noMarks })) };
      return found ? [found] : [];
    }
    const marks = searching ? matchEntry(entry, needle) : noMarks;
    return marks ? [{ entry, marks }] : [];
  });
  const count = entries.reduce((sum, found) => sum + ('items' in found ? found.items.length : 1), 0);
  return { searching, entries, count };
}
