import type { Fields } from '../kinds/kind.ts';
import { toWire } from '../resource/record.ts';
import type { Values } from '../resource/resource.ts';
import type { Line } from './document.ts';
import { compareLines, positionsAt } from './position.ts';

/** A line as a write sends it: the id and, for an existing line, only the changed fields. */
export type LinePut = Values & { readonly id: string };

/** Changes of the lines of one name, as the body of a write carries them. */
export interface LinePatch {
  readonly put: readonly LinePut[];
  readonly drop: readonly string[];
}

/** Two users made incompatible changes to one line. */
export type LineConflict =
  /** Both changed the same field: the merged line has `theirs`. */
  | { readonly id: string; readonly field: string; readonly mine: unknown; readonly theirs: unknown }
  /** One changed the line and the other deleted it (null): their change is kept. */
  | { readonly id: string; readonly field: null; readonly mine: Line | null; readonly theirs: Line | null };

export interface MergedLines {
  /** In document order. */
  readonly lines: readonly Line[];
  readonly conflicts: readonly LineConflict[];
}

const isWritable = (fields: Fields, name: string): boolean =>
  name in fields && fields[name]?.options.readOnly !== true;

const wireText = (fields: Fields, name: string, value: unknown): string => {
  const field = fields[name];
  return JSON.stringify(field ? toWire(field, value) : (value ?? null));
};

/** Fields of a line whose values differ: the writable ones, its position and its outer line. */
const changedFields = (fields: Fields, parent: string | undefined, before: Line, after: Line): string[] =>
  [
    ...Object.keys(fields).filter((name) => isWritable(fields, name)),
    'position',
    ...(parent === undefined ? [] : [parent]),
  ].filter((name) => wireText(fields, name, before[name]) !== wireText(fields, name, after[name]));

const byId = (lines: readonly Line[]): ReadonlyMap<string, Line> =>
  new Map(lines.map((line) => [line.id, line]));

/**
 * The body of a write that turns `before` into `after`.
 *
 * @param parent for nested lines, the column that holds the id of the outer line
 * @returns undefined when nothing changed
 * @example patchOf(quoteLines.fields, [first, second], [second]) // { put: [], drop: [first.id] }
 */
export function patchOf(
  fields: Fields,
  before: readonly Line[],
  after: readonly Line[],
  parent?: string,
): LinePatch | undefined {
  const [was, is] = [byId(before), byId(after)];
  const drop = before.filter(({ id }) => !is.has(id)).map(({ id }) => id);
  const put = after.flatMap((line): LinePut[] => {
    const former = was.get(line.id);
    const names = changedFields(fields, parent, former ?? ({ id: line.id } as Line), line);
    if (former && names.length === 0) return [];
    const values = names.map((name) => {
      const field = fields[name];
      return [name, field ? toWire(field, line[name]) : line[name]] as const;
    });
    return [{ ...Object.fromEntries(values), id: line.id }];
  });
  return put.length + drop.length === 0 ? undefined : { put, drop };
}

/**
 * Three-way merge of the lines of a document: changes of different lines, and of different fields of one line, are all
 * kept. A line that both moved takes their position; lines that both added at one position follow each other, theirs
 * first. Derived values are theirs.
 *
 * @param base the lines that both users read
 * @param mine the lines to be saved
 * @param theirs the lines as they are stored now
 * @param parent for nested lines, the column that holds the id of the outer line
 * @example mergeLines(quoteLines.fields, base, mine, current.lines).conflicts // []
 */
export function mergeLines(
  fields: Fields,
  base: readonly Line[],
  mine: readonly Line[],
  theirs: readonly Line[],
  parent?: string,
): MergedLines {
  const [was, own, other] = [byId(base), byId(mine), byId(theirs)];
  const conflicts: LineConflict[] = [];
  const isChanged = (before: Line | undefined, after: Line): boolean =>
    before === undefined || changedFields(fields, parent, before, after).length > 0;

  const mergedLine = (before: Line | undefined, my: Line, their: Line): Line => {
    const from = before ?? ({ id: my.id } as Line);
    const changedByThem = new Set(changedFields(fields, parent, from, their));
    const line: Record<string, unknown> = { ...their };
    for (const name of changedFields(fields, parent, from, my)) {
      if (!changedByThem.has(name)) line[name] = my[name];
      else if (
        name !== 'position' &&
        wireText(fields, name, my[name]) !== wireText(fields, name, their[name])
      )
        conflicts.push({ id: my.id, field: name, mine: my[name] ?? null, theirs: their[name] ?? null });
    }
    return line as Line;
  };

  const lines: Line[] = [];
  const placedByMe: Line[] = [];
  for (const id of new Set([...other.keys(), ...own.keys()])) {
    const [before, my, their] = [was.get(id), own.get(id), other.get(id)];
    if (my && their) {
      const line = mergedLine(before, my, their);
      (line.position === their.position ? lines : placedByMe).push(line);
    } else if (their) {
      // The line was deleted here, or added by them.
      if (!before) lines.push(their);
      else if (isChanged(before, their)) {
        lines.push(their);
        conflicts.push({ id, field: null, mine: null, theirs: their });
      }
    } else if (my) {
      if (!before) placedByMe.push(my);
      else if (isChanged(before, my)) conflicts.push({ id, field: null, mine: my, theirs: null });
    }
  }
  lines.sort(compareLines);
  for (const line of placedByMe.sort(compareLines)) {
    const taken = lines.some(({ position }) => position === line.position);
    const after = lines.findLastIndex(({ position }) => position <= line.position) + 1;
    const [position = line.position] = taken ? positionsAt(lines, after, 1) : [];
    lines.splice(after, 0, { ...line, position });
  }
  return { lines, conflicts };
}
