import type { Body, Document, Line } from '@pauta/domain/document/document.ts';
import { type BodyConflict, conflictKey, mergeBody } from '@pauta/domain/document/merge-body.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import { agree } from '@pauta/domain/text/label.ts';
import type { Conflict } from '../../form/conflict/merge.ts';
import { type OthersChange, whoDid } from '../../form/conflict/others-changes.ts';
import type { PartMerge } from '../../form/form-part.ts';
import { inputLine } from './line-inputs.ts';
import type { LinesKind } from './lines-store.ts';

/** Lines by the name of their kind in the body. */
export type ReadLines = Readonly<Record<string, readonly Line[]>>;

interface Sides {
  readonly base: Body;
  readonly mine: Body;
  readonly theirs: Body;
}

/** A short description of a line: its name or its number. */
const titleOf = ({ resource }: LinesKind, line: Line, among: readonly Line[]): string => {
  const field = resource.fields[resource.title];
  const place = `${resource.label.one.toLocaleLowerCase('es')} ${among.findIndex(({ id }) => id === line.id) + 1}`;
  return field && line[resource.title] ? `«${formatField(field, line[resource.title], line)}»` : place;
};

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}`;

/** Maximum number of changes by one user that are listed individually. */
const mostTold = 6;

/** Describes in one sentence what another user changed in lines meanwhile; null if only derived values changed. */
function sentenceOf(
  change: OthersChange,
  kinds: readonly LinesKind[],
  { base, theirs }: Sides,
  isDisputed: (name: string, id: string, field: string | null) => boolean,
): string | null {
  const acts = kinds.flatMap((kind) => {
    const [before, after] = [linesIn(base, kind.name), linesIn(theirs, kind.name)];
    return Object.entries(change.lines?.[kind.name] ?? {}).flatMap(([id, what]): string[] => {
      const was = before.find((line) => line.id === id);
      const is = after.find((line) => line.id === id);
      if (isDisputed(kind.name, id, null)) return [];
      if (what === 'added') return is ? [`agregó ${titleOf(kind, is, after)}`] : [];
      if (what === 'dropped') return was ? [`quitó ${titleOf(kind, was, before)}`] : [];
      const line = is ?? was;
      if (!line) return [];
      const title = titleOf(kind, line, is ? after : before);
      const names = what
        .filter((name) => name in kind.fields && !isDisputed(kind.name, id, name))
        .map((name) => kind.fields[name]?.label ?? name);
      if (names.length > 0) return [`cambió ${list(names)} de ${title}`];
      return what.includes('position') ? [`movió ${title}`] : [];
    });
  });
  if (acts.length === 0) return null;
  const more = acts.length - mostTold;
  const sentences = more > 1 ? [...acts.slice(0, mostTold), `hizo ${more} cambios más`] : acts;
  return `${whoDid(change)} ${list(sentences)}.`;
}

/** Who made the other change of a conflict, and when. */
const whoDidTo = (changes: readonly OthersChange[], { lines, id, field }: BodyConflict): string =>
  whoDid(
    changes.find((change) => {
      const what = change.lines?.[lines]?.[id];
      return what !== undefined && (field === null || typeof what === 'string' || what.includes(field));
    }) ?? changes[0],
  );

function asConflict(
  kind: LinesKind,
  conflict: BodyConflict,
  sides: Sides,
  changes: readonly OthersChange[],
): Conflict {
  const { id, field: name, mine, theirs } = conflict;
  const among = linesIn(name === null && !theirs ? sides.mine : sides.theirs, kind.name);
  const line = among.find((one) => one.id === id) ?? ({ id, position: '' } as Line);
  const base = linesIn(sides.base, kind.name).find((one) => one.id === id);
  const { label } = kind.resource;
  const title = `${label.one} ${titleOf(kind, line, among)}`.replace(/^(\S+) \1/i, '$1');
  const field = name === null ? undefined : kind.resource.fields[name];
  const whole = (value: unknown): string =>
    value === null || value === undefined
      ? `${agree(label, 'Quitado')}`
      : Object.entries(kind.fields)
          .filter(([one]) => one !== kind.resource.title)
          .map(([one, own]) => `${own.label}: ${formatField(own, (value as Line)[one], value as Line)}`)
          .join(' · ') || title;
  return {
    name: conflictKey(conflict),
    base: name === null ? base : base?.[name],
    mine,
    theirs,
    part: {
      label: field ? `${title}: ${field.label}` : title,
      format: field ? (value) => formatField(field, value, line) : whole,
      by: whoDidTo(changes, conflict),
    },
  };
}

/** Merges the edited lines with those of another version, and describes the changes by others. */
export function mergeOfLines(
  document: Document,
  kinds: readonly LinesKind[],
  sides: Sides,
  changes: readonly OthersChange[],
): PartMerge {
  const merge = (keepsMine?: (conflict: BodyConflict) => boolean) =>
    mergeBody(document, sides.base, sides.mine, sides.theirs, keepsMine);
  const kindOf = ({ lines }: BodyConflict): LinesKind =>
    kinds.find(({ name }) => name === lines) as LinesKind;
  const { conflicts } = merge();
  const isDisputed = (name: string, id: string, field: string | null): boolean =>
    conflicts.some((one) => one.lines === name && one.id === id && one.field === field);
  return {
    conflicts: conflicts.map((conflict) => asConflict(kindOf(conflict), conflict, sides, changes)),
    taken: changes.toReversed().flatMap((change) => sentenceOf(change, kinds, sides, isDisputed) ?? []),
    typed: (chosen) => {
      const { lines } = merge((conflict) => chosen[conflictKey(conflict)] === 'mine');
      return Object.fromEntries(
        kinds.map((kind) => [
          kind.name,
          (lines[kind.name] ?? []).map((line) => inputLine(kind.fields, line, kind.parent)),
        ]),
      );
    },
  };
}
