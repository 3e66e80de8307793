import type { Document, DocumentTotals, Line, PlacedLines } from '@pauta/domain/document/document.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { type LinePatch, patchOf } from '@pauta/domain/document/merge-lines.ts';
import { compareLines, positionsAt } from '@pauta/domain/document/position.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { linesIn, linesOf } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Errors, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { capital } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FieldMessage } from '../../controls/error-summary.tsx';
import { inputValues, sameInput } from '../../field-components/input-values.ts';
import { checkOne } from '../../form/check.ts';
import type { OthersChange } from '../../form/conflict/others-changes.ts';
import type { Begun } from '../../form/create/begun.ts';
import type { FormPart, PartMerge } from '../../form/form-part.ts';
import type { Follow, LineChange } from './follow.ts';
import {
  changedInputs,
  checkLine,
  type InputLine,
  inputLine,
  readableValues,
  writableFields,
} from './line-inputs.ts';
import { mergeOfLines, type ReadLines } from './merge-of-lines.ts';

/** A kind of lines that is edited in the form of its document. */
export interface LinesKind {
  readonly name: string;
  readonly resource: Resource;
  /** The fields that users write. */
  readonly fields: Fields;
  readonly max: number;
  readonly placed: PlacedLines;
  /** Field that refers to the line in which it is nested. */
  readonly parent: string | undefined;
  /** Names of the kinds of lines nested in it. */
  readonly nested: readonly string[];
}

/** The data of one row. The same object until one of its values changes. */
export interface LineView {
  readonly line: InputLine;
  /** Calculated values. */
  readonly derived: Values;
  /** Errors by field; those of the line as a whole under `''`. */
  readonly errors: Readonly<Record<string, string>>;
}

/** State of the lines of a document in its form. */
export interface LinesStore extends FormPart {
  /** The kinds of lines with mode `inBody`, outer ones first. */
  readonly kinds: readonly LinesKind[];
  /** Ids of the lines in order; of nested lines, those within the line `parent`. The same array until it changes. */
  ids(kind: LinesKind, parent?: string): readonly string[];
  view(kind: LinesKind, id: string): LineView;
  count(kind: LinesKind): number;
  /** Error of the lines of a kind as a whole. */
  kindError(kind: LinesKind): string | undefined;
  /** The current lines of a kind by their inputs, in order. */
  lines(name: string): readonly InputLine[];
  /** The lines of every kind as totals read them, with their calculated values. */
  values(): Values;
  /** The data that totals look up; undefined while it is loading. */
  tables(): unknown;
  /** Totals of the header as they would be saved; null if they cannot be calculated here. The same object until they change. */
  totals(): Values | null;
  /** Sets the form values of the header and the data that totals look up, and recalculates. */
  setHeader(values: Values, tables: unknown): void;
  change(kind: LinesKind, id: string, name: string, input: unknown): void;
  /** Changes inputs of many lines, with one calculation of the totals; what follows from a change is not set. */
  changeAll(
    kind: LinesKind,
    changes: readonly { readonly id: string; readonly name: string; readonly input: unknown }[],
  ): void;
  /** Validates one field, as on blur. */
  checkField(kind: LinesKind, id: string, name: string): void;
  /** @returns the id of the new line */
  add(
    kind: LinesKind,
    place?: { readonly parent?: string | undefined; readonly after?: string | undefined },
  ): string;
  /** Adds lines at the end with these values, as if a user entered them. @returns a function that removes them */
  addLines(kind: LinesKind, lines: readonly Values[]): () => void;
  /** Inserts a copy with its nested lines after the line. @returns its id */
  duplicate(kind: LinesKind, id: string): string;
  /** Removes a line with its nested lines. @returns a function that restores them */
  drop(kind: LinesKind, id: string): () => void;
  /** Removes many lines that have no nested ones. @returns a function that restores them */
  dropAll(kind: LinesKind, ids: readonly string[]): () => void;
  /** Errors of a line by field, also of one that is not rendered. */
  errorsOf(id: string): Readonly<Record<string, string>>;
  /** Moves a line to an index among the lines of the same parent. */
  move(kind: LinesKind, id: string, to: number): void;
  /** Gives a line that cannot be saved under its id a new one. @returns the new id */
  renew(kind: LinesKind, id: string): string;
}

const noErrors: Readonly<Record<string, string>> = {};
const nothing: Values = {};

interface Stored {
  readonly line: Line;
  readonly inputs: InputLine;
}

const isSame = (a: Values, b: Values): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
};

/** A change of a line whose consequences are not known yet. */
interface WaitingChange extends Pick<LineChange, 'name' | 'before'> {
  readonly kind: LinesKind;
  readonly id: string;
  /** Fields that were changed afterwards: they keep their input. */
  readonly since: Set<string>;
}

const kindsOf = (document: Document): readonly LinesKind[] => {
  const inBody = linesOf(document).filter(({ mode }) => mode === 'inBody');
  return inBody.map((placed) => {
    const resource = placed.of();
    return {
      name: placed.name,
      resource,
      fields: writableFields(resource),
      max: placed.max,
      placed,
      parent: placed.within === undefined ? undefined : placed.by,
      nested: inBody.filter(({ within }) => within === placed.name).map(({ name }) => name),
    };
  });
};

/**
 * Creates the state outside of React, so that a keystroke renders one row and the totals.
 *
 * @param follows what follows from a change of a line, by the name of the lines
 * @param begun lines that are added when the document is first shown, by their name
 */
export function createLinesStore(
  document: Document,
  follows: Readonly<Record<string, Follow>> = {},
  begun?: Begun['lines'],
): LinesStore {
  const kinds = kindsOf(document);
  const kindNamed = (name: string): LinesKind => kinds.find((kind) => kind.name === name) as LinesKind;
  // Lines with mode `beside` are not loaded here, so only the server can calculate totals of them.
  const calculates = document.totals !== undefined && kinds.length === linesOf(document).length;

  let base: Values = nothing;
  const stored = new Map<string, Stored>();
  const lines = new Map<string, readonly InputLine[]>();
  let header: Values = nothing;
  let tables: unknown;
  let totals: Values | null = null;
  let derived: ReadonlyMap<string, Values> = new Map();
  let errors = new Map<string, Readonly<Record<string, string>>>();
  let kindErrors: Readonly<Record<string, string>> = noErrors;

  /** Inputs that new lines began with, where they differ from those of the definition. */
  const begunWith = new Map<string, Values>();
  /** Changes whose consequences depend on data that is still loading, by line and field. */
  const waiting = new Map<string, WaitingChange>();

  /** Lines that are still to be added. */
  let waitingLines = begun;

  const views = new Map<string, LineView>();
  const lists = new Map<string, readonly string[]>();
  const readable = new WeakMap<InputLine, Values>();
  const listeners = new Set<() => void>();
  let version = 0;

  /** Whether totals and listeners wait until several changes are made. */
  let isHeld = false;
  const notifyListeners = (): void => {
    if (isHeld) return;
    version += 1;
    for (const listener of [...listeners]) listener();
  };
  const all = (kind: LinesKind): readonly InputLine[] => lines.get(kind.name) ?? [];
  const find = (kind: LinesKind, id: string): InputLine | undefined =>
    all(kind).find((line) => line.id === id);
  const siblings = (kind: LinesKind, parent: unknown): readonly InputLine[] =>
    kind.parent === undefined
      ? all(kind)
      : all(kind).filter((line) => line[kind.parent as string] === parent);
  const parentOf = (kind: LinesKind, line: InputLine): string | undefined =>
    kind.parent === undefined ? undefined : String(line[kind.parent]);
  const nestedIn = (kind: LinesKind, id: string): readonly (readonly [LinesKind, InputLine])[] =>
    kind.nested.flatMap((name) => {
      const inner = kindNamed(name);
      return siblings(inner, id).flatMap((line) => [[inner, line] as const, ...nestedIn(inner, line.id)]);
    });
  const put = (kind: LinesKind, next: readonly InputLine[]): void => {
    lines.set(kind.name, next.toSorted(compareLines));
    for (const key of lists.keys()) if (key.startsWith(`${kind.name} `)) lists.delete(key);
  };

  const valuesOf = (kind: LinesKind, line: InputLine): Values => {
    const own = stored.get(line.id);
    // Nothing is read in the thousands of lines of a sheet until they are changed.
    if (own?.inputs === line) return own.line;
    let values = readable.get(line);
    if (!values) {
      values = { ...own?.line, ...line, ...readableValues(kind.fields, line) };
      readable.set(line, values);
    }
    return values;
  };
  const calculate = (): void => {
    if (isHeld || !calculates || !document.totals) return;
    const body: Values = {
      ...base,
      ...header,
      ...Object.fromEntries(kinds.map((kind) => [kind.name, all(kind).map((line) => valuesOf(kind, line))])),
    };
    let result: DocumentTotals | null = null;
    try {
      result = document.totals(body, tables);
    } catch {
      // An amount out of range, or looked-up data that is not available here: the server decides when it is saved.
    }
    if (!result) {
      totals = null;
      derived = new Map();
      return;
    }
    totals = totals && isSame(totals, result.header) ? totals : result.header;
    derived = new Map(
      [...result.lines].map(([id, own]) => {
        const before = derived.get(id);
        return [id, before && isSame(before, own) ? before : own];
      }),
    );
  };
  /** Calculated values of a line; the stored ones if totals cannot be calculated here. */
  const derivedOf = ({ resource, fields }: LinesKind, id: string): Values =>
    derived.get(id) ??
    (calculates
      ? nothing
      : Object.fromEntries(
          Object.keys(resource.fields)
            .filter((name) => !(name in fields))
            .map((name) => [name, stored.get(id)?.line[name]]),
        ));

  const blankOf = (kind: LinesKind): Values => inputValues(kind.fields, nothing);
  /** Whether a new line has no input and is invalid as it is: it is ignored when the document is saved. */
  const isBlank = (kind: LinesKind, line: InputLine): boolean => {
    if (stored.has(line.id) || nestedIn(kind, line.id).length > 0) return false;
    const blank = begunWith.get(line.id) ?? blankOf(kind);
    return (
      Object.keys(kind.fields).every((name) => sameInput(line[name], blank[name])) &&
      Object.keys(checkLine(kind.resource, kind.fields, line, undefined).errors).length > 0
    );
  };
  const written = (kind: LinesKind): readonly InputLine[] => all(kind).filter((line) => !isBlank(kind, line));
  /** Sets the inputs that follow from a change, except those changed since; keeps the change until they are known. */
  const follow = (one: WaitingChange): void => {
    const { kind, id, name, before, since } = one;
    const line = find(kind, id);
    const next = line && follows[kind.name]?.({ name, before, line, header, tables });
    const key = `${id} ${name}`;
    waiting.delete(key);
    if (next === null) waiting.set(key, one);
    if (!line || !next) return;
    const inputs = inputValues(
      Object.fromEntries(Object.entries(kind.fields).filter(([field]) => field in next && !since.has(field))),
      next,
    );
    lines.set(
      kind.name,
      all(kind).map((other) => (other.id === id ? { ...other, ...inputs } : other)),
    );
    for (const field of Object.keys(inputs)) withoutError(id, field);
  };
  const isChanged = (kind: LinesKind): boolean => {
    const now = written(kind);
    return (
      now.length !== linesIn(base, kind.name).length ||
      now.some((line) => {
        const was = stored.get(line.id)?.inputs;
        return (
          !was ||
          was.position !== line.position ||
          parentOf(kind, was) !== parentOf(kind, line) ||
          changedInputs(kind.fields, was, line).length > 0
        );
      })
    );
  };
  const checked = (kind: LinesKind) =>
    written(kind).map((line) => checkLine(kind.resource, kind.fields, line, stored.get(line.id)));
  const placeAfter = (kind: LinesKind, parent: unknown, after: string | undefined): string => {
    const among = siblings(kind, parent);
    const at = after === undefined ? among.length : among.findIndex(({ id }) => id === after) + 1;
    return positionsAt(among, at, 1)[0] ?? '';
  };
  /** Adds a copy of a line and its nested lines under new ids. */
  const copied = (kind: LinesKind, line: InputLine, changes: Values): string => {
    const id = newLineId();
    const inner = kind.nested.flatMap((name) =>
      siblings(kindNamed(name), line.id).map((one) => [kindNamed(name), one] as const),
    );
    put(kind, [...all(kind), { ...line, ...changes, id }]);
    for (const [nested, one] of inner) copied(nested, one, { [String(nested.parent)]: id });
    return id;
  };
  const without = (kind: LinesKind, id: string): void => {
    for (const [inner, line] of nestedIn(kind, id))
      put(
        inner,
        all(inner).filter((one) => one.id !== line.id),
      );
    put(
      kind,
      all(kind).filter((line) => line.id !== id),
    );
  };
  const withoutError = (id: string, name: string): void => {
    const { [name]: _, ...others } = errors.get(id) ?? noErrors;
    errors.set(id, others);
  };
  const labelOf = (kind: LinesKind, id: string): string => {
    const line = find(kind, id);
    const place = line ? siblings(kind, parentOf(kind, line)).indexOf(line) + 1 : 0;
    return `${kind.resource.label.one} ${formatCount(place)}`;
  };

  const store: LinesStore = {
    kinds,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,

    ids: (kind, parent) => {
      const key = `${kind.name} ${parent ?? ''}`;
      let found = lists.get(key);
      if (!found) {
        found = siblings(kind, parent).map(({ id }) => id);
        lists.set(key, found);
      }
      return found;
    },
    view: (kind, id) => {
      const before = views.get(id);
      const line = find(kind, id) ?? before?.line ?? { id, position: '' };
      const own = derivedOf(kind, id);
      const wrong = errors.get(id) ?? noErrors;
      if (before && before.line === line && before.errors === wrong && isSame(before.derived, own))
        return before;
      const view = { line, derived: own, errors: wrong };
      views.set(id, view);
      return view;
    },
    count: (kind) => all(kind).length,
    kindError: (kind) => kindErrors[kind.name],
    lines: (name) => lines.get(name) ?? [],
    values: () =>
      Object.fromEntries(
        kinds.map((kind) => [
          kind.name,
          all(kind).map((line) => ({ ...valuesOf(kind, line), ...derivedOf(kind, line.id) })),
        ]),
      ),
    tables: () => tables,
    totals: () => totals,

    setHeader: (values, looked) => {
      header = readableValues(writableFields(document), values);
      tables = looked;
      for (const change of [...waiting.values()]) follow(change);
      calculate();
      notifyListeners();
    },
    change: (kind, id, name, input) => {
      const before = find(kind, id);
      // The order does not change, so the cached lists of ids remain valid.
      lines.set(
        kind.name,
        all(kind).map((line) => (line.id === id ? { ...line, [name]: input } : line)),
      );
      for (const change of waiting.values()) if (change.id === id) change.since.add(name);
      if (before) follow({ kind, id, name, before, since: new Set() });
      calculate();
      if (errors.get(id)?.[name] === undefined) notifyListeners();
      else store.checkField(kind, id, name);
    },
    changeAll: (kind, changes) => {
      const byLine = Map.groupBy(changes, ({ id }) => id);
      lines.set(
        kind.name,
        all(kind).map((line) => {
          const own = byLine.get(line.id);
          return own ? { ...line, ...Object.fromEntries(own.map(({ name, input }) => [name, input])) } : line;
        }),
      );
      for (const { id, name } of changes) if (errors.has(id)) withoutError(id, name);
      calculate();
      notifyListeners();
    },
    errorsOf: (id) => errors.get(id) ?? noErrors,
    checkField: (kind, id, name) => {
      const line = find(kind, id);
      if (!line || isBlank(kind, line)) return;
      const message = checkOne(kind.fields, name, line, stored.get(id)?.line, kind.resource.rules);
      withoutError(id, name);
      if (message) errors.set(id, { ...errors.get(id), [name]: message });
      notifyListeners();
    },
    add: (kind, { parent, after } = {}) => {
      const id = newLineId();
      const line = {
        ...blankOf(kind),
        ...(kind.parent !== undefined && { [kind.parent]: parent }),
        id,
        position: placeAfter(kind, parent, after),
      };
      put(kind, [...all(kind), line]);
      follow({ kind, id, name: '', before: line, since: new Set() });
      begunWith.set(id, find(kind, id) ?? line);
      calculate();
      notifyListeners();
      return id;
    },
    addLines: (kind, added) => {
      // Without consequences of inputs all lines are added at once: there may be thousands.
      if (!follows[kind.name]) {
        const among = siblings(kind, undefined);
        const positions = positionsAt(among, among.length, added.length);
        const blank = blankOf(kind);
        const made = added.map((values, at): InputLine => {
          const given = Object.fromEntries(Object.entries(kind.fields).filter(([name]) => name in values));
          return { ...blank, ...inputValues(given, values), id: newLineId(), position: positions[at] ?? '' };
        });
        put(kind, [...all(kind), ...made]);
        calculate();
        notifyListeners();
        return () => {
          store.dropAll(
            kind,
            made.map(({ id }) => id),
          );
        };
      }
      const outer = isHeld;
      isHeld = true;
      const ids = added.map((values) => {
        const id = store.add(kind);
        const given = Object.fromEntries(Object.entries(kind.fields).filter(([name]) => name in values));
        const inputs = inputValues(given, values);
        for (const name of Object.keys(values))
          if (name in inputs) store.change(kind, id, name, inputs[name]);
        return id;
      });
      isHeld = outer;
      calculate();
      notifyListeners();
      return () => {
        for (const id of ids) without(kind, id);
        calculate();
        notifyListeners();
      };
    },
    duplicate: (kind, id) => {
      const line = find(kind, id);
      if (!line) return id;
      const made = copied(kind, line, { position: placeAfter(kind, parentOf(kind, line), id) });
      calculate();
      notifyListeners();
      return made;
    },
    drop: (kind, id) => {
      const line = find(kind, id);
      const gone = line ? [[kind, line] as const, ...nestedIn(kind, id)] : [];
      without(kind, id);
      calculate();
      notifyListeners();
      return () => {
        for (const [of, one] of gone) put(of, [...all(of).filter((other) => other.id !== one.id), one]);
        calculate();
        notifyListeners();
      };
    },
    dropAll: (kind, ids) => {
      const dropped = new Set(ids);
      const gone = all(kind).filter(({ id }) => dropped.has(id));
      put(
        kind,
        all(kind).filter(({ id }) => !dropped.has(id)),
      );
      calculate();
      notifyListeners();
      return () => {
        put(kind, [...all(kind).filter(({ id }) => !dropped.has(id)), ...gone]);
        calculate();
        notifyListeners();
      };
    },
    move: (kind, id, to) => {
      const line = find(kind, id);
      if (!line) return;
      const others = siblings(kind, parentOf(kind, line)).filter((one) => one.id !== id);
      const [position = line.position] = positionsAt(others, Math.max(0, Math.min(to, others.length)), 1);
      put(kind, [...all(kind).filter((one) => one.id !== id), { ...line, position }]);
      notifyListeners();
    },
    renew: (kind, id) => {
      const line = find(kind, id);
      if (!line) return id;
      const made = copied(kind, line, {});
      without(kind, id);
      calculate();
      notifyListeners();
      return made;
    },

    changes: () =>
      Object.fromEntries(kinds.filter(isChanged).map((kind) => [kind.name, written(kind)] as const)),
    reset: (record, typed = {}) => {
      base = record ?? nothing;
      stored.clear();
      views.clear();
      waiting.clear();
      errors = new Map();
      kindErrors = noErrors;
      for (const kind of kinds) {
        for (const line of linesIn(base, kind.name))
          stored.set(line.id, { line, inputs: inputLine(kind.fields, line, kind.parent) });
        const own = linesIn(base, kind.name).flatMap(({ id }) => stored.get(id)?.inputs ?? []);
        const given = typed[kind.name];
        put(
          kind,
          !Array.isArray(given)
            ? own
            : (given as readonly InputLine[]).map((line) => {
                const was = stored.get(line.id)?.inputs;
                return was && sameInput(was, line) ? was : line;
              }),
        );
      }
      const added = waitingLines ?? {};
      waitingLines = {};
      for (const kind of kinds) {
        const own = added[kind.name] ?? [];
        if (own.length > 0) store.addLines(kind, own);
      }
      calculate();
      notifyListeners();
    },
    check: () => {
      const found: Record<string, string[]> = {};
      for (const kind of kinds)
        for (const { line, errors: wrong } of checked(kind))
          for (const [name, messages] of Object.entries(wrong))
            found[`${kind.name}.${line.id}.${name}`] = messages;
      return found;
    },
    show: (given) => {
      const others: Errors = {};
      const ofKinds: Record<string, string> = {};
      errors = new Map();
      for (const [path, messages] of Object.entries(given)) {
        const [name = '', id = '', field = ''] = path.split('.');
        const kind = kinds.find((one) => one.name === name);
        const message = messages.join(' ');
        if (!kind) others[path] = messages;
        else if (!find(kind, id)) ofKinds[name] = [ofKinds[name], message].filter(Boolean).join(' ');
        else {
          const key = field in kind.fields ? field : '';
          const before = errors.get(id) ?? noErrors;
          errors.set(id, { ...before, [key]: [before[key], message].filter(Boolean).join(' ') });
        }
      }
      kindErrors = ofKinds;
      notifyListeners();
      return others;
    },
    messages: () =>
      kinds.flatMap((kind): FieldMessage[] => {
        const ofKind = kindErrors[kind.name];
        return [
          ...(ofKind === undefined ? [] : [{ message: ofKind }]),
          ...all(kind).flatMap(({ id }) =>
            Object.entries(errors.get(id) ?? noErrors).map(([name, message]) => ({
              name: name === '' ? `${kind.name}.${id}` : `${kind.name}.${id}.${name}`,
              label: name === '' ? labelOf(kind, id) : `${labelOf(kind, id)}, ${kind.fields[name]?.label}`,
              message: capital(message),
            })),
          ),
        ];
      }),
    body: () => {
      const patches: Record<string, LinePatch> = {};
      for (const kind of kinds) {
        const after = checked(kind).map(({ line }) => line);
        const patch = patchOf(kind.resource.fields, linesIn(base, kind.name), after, kind.parent);
        if (patch) patches[kind.name] = patch;
      }
      return patches;
    },
    merge: (theirs: AnyRecord, changes: readonly OthersChange[]): PartMerge => {
      const mine: ReadLines = Object.fromEntries(
        kinds.map((kind) => [kind.name, checked(kind).map(({ line }) => line)]),
      );
      return mergeOfLines(document, kinds, { base, mine, theirs }, changes);
    },
  };
  return store;
}
