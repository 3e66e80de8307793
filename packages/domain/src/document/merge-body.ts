import { linesIn, linesOf } from '../resource/lines.ts';
import type { Body, Document, Line, PlacedLines } from './document.ts';
import { newLineId } from './line-id.ts';
import { type LineConflict, mergeLines } from './merge-lines.ts';
import { compareLines } from './position.ts';

/** Two users made incompatible changes to one line of a document. */
export type BodyConflict = LineConflict & {
  /** The name of its kind of lines. */
  readonly lines: string;
};

/** The lines of a document that two users changed, by their names in the body. */
export interface MergedBody {
  readonly lines: Readonly<Record<string, readonly Line[]>>;
  readonly conflicts: readonly BodyConflict[];
}

/** A key that identifies a conflict within a document. */
export const conflictKey = ({ lines, id, field }: BodyConflict): string => `${lines}.${id}.${field ?? ''}`;

const find = (body: Body, name: string, id: unknown): Line | undefined =>
  linesIn(body, name).find((line) => line.id === id);

/**
 * Merges two edited versions of all lines of a document, with {@link mergeLines} for each kind. If one user deleted a
 * line that the other one changed, or whose nested lines they changed, the conflict is about the outermost deleted line,
 * which is kept or deleted with all lines nested in it. A line that `theirs` deleted and that is kept gets a new id,
 * because the server refuses the id of a deleted line.
 *
 * @param base as both users read it
 * @param keepsMine whether my side of a conflict is kept; theirs if absent
 * @example mergeBody(quotes, base, mine, current).conflicts // []
 */
export function mergeBody(
  document: Document,
  base: Body,
  mine: Body,
  theirs: Body,
  keepsMine: (conflict: BodyConflict) => boolean = () => false,
): MergedBody {
  const kinds = linesOf(document).filter(({ mode }) => mode === 'inBody');
  const kindOf = (name: string): PlacedLines => kinds.find((kind) => kind.name === name) as PlacedLines;
  const merged: Record<string, Line[]> = {};
  const conflicts = new Map<string, BodyConflict>();
  const note = (conflict: BodyConflict): void => void conflicts.set(conflictKey(conflict), conflict);

  /** For a line whose parent was deleted: the conflict about the outermost deleted line. */
  const aboutParent = ({ within = '', by }: PlacedLines, line: Line): BodyConflict => {
    const my = find(mine, within, line[by]);
    const parent = my ?? (find(theirs, within, line[by]) as Line);
    const outer = kindOf(within);
    return hasParent(outer, parent)
      ? { lines: within, id: parent.id, field: null, mine: my ?? null, theirs: my ? null : parent }
      : aboutParent(outer, parent);
  };
  const hasParent = ({ within, by }: PlacedLines, line: Line): boolean =>
    within === undefined || merged[within]?.some(({ id }) => id === line[by]) === true;

  for (const kind of kinds) {
    const { name, within, by } = kind;
    const { lines, conflicts: own } = mergeLines(
      kind.of().fields,
      linesIn(base, name),
      linesIn(mine, name),
      linesIn(theirs, name),
      within && by,
    );
    merged[name] = lines.filter((line) => hasParent(kind, line));
    for (const line of lines) if (!hasParent(kind, line)) note(aboutParent(kind, line));
    for (const conflict of own) {
      const line = conflict.field === null ? (conflict.mine ?? conflict.theirs) : null;
      note(line && !hasParent(kind, line) ? aboutParent(kind, line) : { ...conflict, lines: name });
    }
  }

  const ids = new Map<string, string>();
  /** A line with all lines nested in it, from one of the two versions. */
  const bring = (side: Body, name: string, line: Line, isNew: boolean): void => {
    const id = isNew ? newLineId() : line.id;
    ids.set(line.id, id);
    const { within, by } = kindOf(name);
    const parent = within === undefined ? {} : { [by]: ids.get(String(line[by])) ?? line[by] };
    merged[name] = [...(merged[name] ?? []).filter((one) => one.id !== line.id), { ...line, ...parent, id }];
    for (const inner of kinds.filter((kind) => kind.within === name))
      for (const nested of linesIn(side, inner.name))
        if (nested[inner.by] === line.id) bring(side, inner.name, nested, isNew);
  };
  const drop = (name: string, id: string): void => {
    merged[name] = (merged[name] ?? []).filter((one) => one.id !== id);
    for (const inner of kinds.filter((kind) => kind.within === name))
      for (const nested of (merged[inner.name] ?? []).filter((one) => one[inner.by] === id))
        drop(inner.name, nested.id);
  };
  for (const conflict of conflicts.values()) {
    const { lines: name, id } = conflict;
    const isKept = keepsMine(conflict);
    if (conflict.field !== null) {
      const { field, mine: value } = conflict;
      if (isKept)
        merged[name] = (merged[name] ?? []).map((line) =>
          line.id === id ? { ...line, [field]: value } : line,
        );
    } else if (conflict.theirs) {
      if (isKept) drop(name, id);
      else bring(theirs, name, conflict.theirs, false);
    } else if (conflict.mine && isKept) bring(mine, name, conflict.mine, true);
  }
  for (const lines of Object.values(merged)) lines.sort(compareLines);
  return { lines: merged, conflicts: [...conflicts.values()] };
}
