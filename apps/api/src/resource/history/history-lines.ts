import type { Line } from '@pauta/domain/document/document.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { countOf, theOne } from '@pauta/domain/text/label.ts';
import type { LineTable } from '../table.ts';
import type { HistoryChange } from './history.ts';

/** Lines of an audit log row by id: see `log_lines` in `0036_documents.sql`. */
type LoggedLines = Readonly<Record<string, Values>>;

/** A row of the audit log about document lines. */
export interface LoggedLineChange {
  readonly before: LoggedLines | null;
  readonly after: LoggedLines | null;
}

/** Formats a value for display. */
type Shown = (field: Field, value: unknown, line: Values) => string | null;

/** More lines created, deleted or moved in one request are only counted. */
const mostNamed = 10;
const longest = 60;

const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

interface NetLine {
  was: Values | null;
  is: Values | null;
}

/** The net effect of one request's rows on each line; null: the line did not exist. */
const netOf = (rows: readonly LoggedLineChange[]): ReadonlyMap<string, NetLine> => {
  const net = new Map<string, NetLine>();
  for (const { before, after } of rows) {
    for (const id of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
      const [was, is] = [before?.[id] ?? null, after?.[id] ?? null];
      const known = net.get(id);
      if (!known) net.set(id, { was, is });
      else {
        if (known.was && was) known.was = { ...was, ...known.was };
        known.is = is && { ...known.is, ...is };
      }
    }
  }
  return net;
};

/**
 * Describes the changes to the lines of one kind, request by request, the oldest first; derived values are left out.
 *
 * @param present the current lines, for the names of those whose creation is not in the log
 */
export const lineHistory = (table: LineTable, present: readonly Line[], shown: Shown) => {
  const { resource, line, columns } = table;
  const titles = new Map(present.map((one) => [one.id, String(one[resource.title] ?? '')]));
  const shownColumns = columns.filter(
    ([name, { options }]) => !options.derived && !line.derived.includes(name),
  );

  const titleOf = (id: string, values: Values | null): string => {
    const field = resource.fields[resource.title];
    const title =
      values && field && resource.title in values ? shown(field, values[resource.title], values) : null;
    return short(title ?? titles.get(id) ?? '');
  };
  const named = (title: string): string => `${theOne(resource.label)}${title === '' ? '' : ` «${title}»`}`;

  const whole = (
    verb: string,
    lines: readonly { readonly id: string; readonly title: string }[],
    { isBefore, isAfter }: { isBefore: boolean; isAfter: boolean },
  ): HistoryChange[] => {
    const change = (field: string, text: string, sentence: string): HistoryChange => ({
      field,
      label: lines.length > mostNamed ? resource.label.many : resource.label.one,
      before: isBefore ? text : null,
      after: isAfter ? text : null,
      sentence,
    });
    if (lines.length > mostNamed) {
      const counted = countOf(resource.label, lines.length);
      return [change(line.name, counted, `${verb} ${counted}.`)];
    }
    return lines.map(({ id, title }) =>
      change(`${line.name}.${id}`, title || resource.label.one, `${verb} ${named(title)}.`),
    );
  };

  const fieldChanges = (id: string, title: string, was: Values, is: Values): HistoryChange[] =>
    shownColumns.flatMap(([name, field]) => {
      if (!(name in is)) return [];
      const [before, after] = [shown(field, was[name], was), shown(field, is[name], is)];
      if (before === after) return [];
      const what = `«${field.label}» de ${named(title)}`;
      const sentence =
        before === null
          ? `Indicó ${what}: «${short(after ?? '')}».`
          : after === null
            ? `Borró ${what}, que decía «${short(before)}».`
            : `Cambió ${what} de «${short(before)}» a «${short(after)}».`;
      return [
        {
          field: `${line.name}.${id}.${name}`,
          label: `${title || resource.label.one}: ${field.label}`,
          before,
          after,
          sentence,
        },
      ];
    });

  return (rows: readonly LoggedLineChange[]): HistoryChange[] => {
    const net = [...netOf(rows)].map(([id, { was, is }]) => {
      const title = titleOf(id, was ?? is);
      titles.set(id, titleOf(id, is) || title);
      return { id, title, was, is };
    });
    const added = net.filter(({ was, is }) => !was && is);
    const dropped = net.filter(({ was, is }) => was && !is);
    const changed = net.flatMap(({ id, title, was, is }) => (was && is ? [{ id, title, was, is }] : []));
    return [
      ...whole('Agregó', added, { isBefore: false, isAfter: true }),
      ...whole('Quitó', dropped, { isBefore: true, isAfter: false }),
      ...changed.flatMap(({ id, title, was, is }) => fieldChanges(id, title, was, is)),
      ...whole(
        'Cambió de lugar',
        changed.filter(({ was, is }) => 'position' in is && was.position !== is.position),
        { isBefore: false, isAfter: true },
      ),
    ];
  };
};
