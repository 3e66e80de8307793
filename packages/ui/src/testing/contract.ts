import { formatField } from '@pauta/domain/kinds/kind.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { isDocument } from '@pauta/domain/resource/lines.ts';
import { parseListedFields } from '@pauta/domain/resource/query/listed-fields.ts';
import { type ListQuery, parseQuery } from '@pauta/domain/resource/query/query.ts';
import { orderGroups, type SummaryGroup, type Totals } from '@pauta/domain/resource/query/summary.ts';
import { type AnyRecord, fieldOf, type Resource, type Values } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import type { SavedView } from '@pauta/domain/views/saved-view.ts';
import { writtenLines } from './document-contract.ts';
import { createViewsContract } from './views-contract.ts';

/** A request as received by the server. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options by path of the referenced resource. */
export type OptionsByPath = Readonly<
  Record<string, readonly { id: string; label: string; code?: string | null }[]>
>;

/** An implementation of the API's contract for one resource, with rows in memory. */
export interface Contract {
  /** The rows of the resource; a test changes them to simulate another user. */
  readonly rows: AnyRecord[];
  answer(asked: ReceivedRequest): Answer;
}

/** Creates a constant id: `uuid(7)` is always the same. */
export const uuid = (number: number, family = 0): string =>
  `01900000-0000-7000-8${String(family).padStart(3, '0')}-${String(number).padStart(12, '0')}`;

/**
 * Creates the responses of the API for one resource and for the options of the resources it references, without HTTP.
 */
export function createContract(
  resource: Resource,
  records: readonly AnyRecord[],
  options: OptionsByPath = {},
  views: readonly SavedView[] = [],
): Contract {
  const answerViews = createViewsContract(views);
  const rows = [...records];
  const known = Object.values(options).flat();

  /** Converts the ids in a request body to references, as in responses. */
  const stored = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        isId(value) ? (known.find((one) => one.id === value) ?? value) : value,
      ]),
    );

  /** The lines of a document after the changes in a request body. */
  const written = (row: Values, body: Values): Values =>
    isDocument(resource) ? writtenLines(resource, row, body, stored) : {};

  function answer({ method, path, headers, body }: ReceivedRequest): Answer {
    const url = new URL(path, 'http://api');
    const [name, id, command, dry] = url.pathname.split('/').slice(1);
    if (id === 'options') {
      const q = fold(url.searchParams.get('q') ?? '');
      const ids = url.searchParams.get('ids')?.split(',');
      const found = (options[name ?? ''] ?? []).filter((one) =>
        ids ? ids.includes(one.id) : fold(one.label).includes(q),
      );
      return { status: 200, body: { data: found } };
    }
    if (name === 'views') return answerViews({ method, path, headers, body });
    if (name !== resource.path) return { status: 404, body: { message: 'No se encontró.' } };
    if (!id && method === 'GET') return list(url);
    if (id === 'summary') return summary(url);
    if (!id) {
      const record = {
        ...stored(body),
        ...written({}, body),
        id: uuid(900 + rows.length),
        row_version: 1,
        created_at: now,
        updated_at: now,
      };
      rows.push(record);
      return { status: 201, body: { data: record } };
    }
    const index = rows.findIndex((row) => row.id === id);
    const row = rows[index];
    if (!row) return { status: 404, body: { message: 'No se encontró.' } };
    if (method === 'GET') {
      // This contract has no reasons that depend on other records or on the time.
      if (command === 'commands') return { status: 200, body: { data: [] } };
      return { status: 200, body: { data: command === 'history' ? history : row } };
    }
    const isDryRun = dry === 'preview';
    if (!isDryRun && headers['if-match'] !== `"${row.row_version}"`) {
      const changes = [{ at: now, by: 'Ana Pérez', fields: Object.keys(row) }];
      return { status: 412, body: { message: 'Ana Pérez cambió este registro.', current: row, changes } };
    }
    const change =
      method === 'DELETE'
        ? { archived_at: now }
        : command === 'restore'
          ? { archived_at: null }
          : command
            ? {
                ...stored(body),
                [resource.state ?? 'status']:
                  resource.commands[command]?.to ?? row[resource.state ?? 'status'],
              }
            : { ...stored(body), ...written(row, body) };
    const next: AnyRecord = { ...row, ...change, row_version: row.row_version + 1 };
    if (!isDryRun) rows[index] = next;
    return { status: 200, body: { data: next } };
  }

  function list(url: URL): Answer {
    const { group, open = '', fields, count, ...rest } = Object.fromEntries(url.searchParams);
    const names = parseListedFields(resource, fields);
    if (!names) return { status: 422, body: { message: 'La consulta no es válida.', errors: {} } };
    const asked = new Set(['id', 'row_version', 'archived_at', ...names, ...(group ? [group] : [])]);
    const answered = (row: AnyRecord): AnyRecord =>
      Object.fromEntries(Object.entries(row).filter(([name]) => asked.has(name))) as unknown as AnyRecord;
    const read = parseQuery(resource, rest);
    if (!read.ok) return { status: 422, body: { message: 'La consulta no es válida.', errors: read.errors } };
    const { sort, limit, cursor } = read.query;
    const found = matching(read.query).sort(
      (a, b) => String(a[sort.field]).localeCompare(String(b[sort.field])) * (sort.descending ? -1 : 1),
    );
    if (group) {
      const groups = orderGroups(
        fieldOf(resource, group),
        groupsOf(found, group, () => ({ totals: {}, amounts: {} })),
      );
      const share = Math.max(5, Math.floor(limit / groups.length));
      const shown = groups.map(({ value, label, count }) => {
        const isOpen = open.split(',').includes(value ?? '-');
        const rows = found.filter((row) => plain(row[group]) === value).slice(0, isOpen ? 100 : share);
        return { rows, group: { value, label, count, shown: rows.length } };
      });
      const body = {
        data: shown.flatMap(({ rows }) => rows.map(answered)),
        groups: shown.map((one) => one.group),
        next_cursor: null,
        total: found.length,
        total_is_estimate: false,
      };
      return { status: 200, body };
    }
    const from = Number(cursor ?? 0);
    const body = {
      data: found.slice(from, from + limit).map(answered),
      next_cursor: from + limit < found.length ? String(from + limit) : null,
      total: count === 'no' ? null : found.length,
      total_is_estimate: count === 'no' ? null : false,
    };
    return { status: 200, body };
  }

  const plain = (value: unknown): string | null =>
    value === null || value === undefined
      ? null
      : typeof value === 'object'
        ? ((value as { id?: string }).id ?? null)
        : String(value);

  function matching({ q, filters, archived }: ListQuery): AnyRecord[] {
    return rows
      .filter((row) => Boolean(row.archived_at) === archived)
      .filter((row) => resource.search.some((field) => fold(String(row[field] ?? '')).includes(fold(q))))
      .filter((row) =>
        filters.every((filter) => {
          return !('values' in filter) || filter.values.includes(String(plain(row[filter.field])));
        }),
      );
  }

  function groupsOf(
    found: readonly AnyRecord[],
    name: string,
    totalsOf: (some: readonly AnyRecord[]) => Totals,
  ): SummaryGroup[] {
    const groups = new Map<string | null, AnyRecord[]>();
    for (const row of found) {
      const value = plain(row[name]);
      groups.set(value, [...(groups.get(value) ?? []), row]);
    }
    return [...groups].map(([value, some]) => ({
      value,
      label: formatField(fieldOf(resource, name), some[0]?.[name]),
      count: some.length,
      ...totalsOf(some),
    }));
  }

  /** Groups and sums of numbers; other totals are tested in the API. */
  function summary(url: URL): Answer {
    const { group, totals = '', ...rest } = Object.fromEntries(url.searchParams);
    const read = parseQuery(resource, rest);
    if (!read.ok) return { status: 422, body: { message: 'La consulta no es válida.', errors: read.errors } };
    const found = matching(read.query);
    const totalsOf = (some: readonly AnyRecord[]): Record<string, string> =>
      Object.fromEntries(
        totals
          .split(',')
          .filter((name) => name !== '')
          .map((name) => [
            name,
            formatField(
              fieldOf(resource, name),
              String(some.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)),
              some[0],
            ),
          ]),
      );
    return {
      status: 200,
      body: {
        data: {
          count: found.length,
          totals: totalsOf(found),
          amounts: {},
          groups: group ? groupsOf(found, group, (some) => ({ totals: totalsOf(some), amounts: {} })) : [],
        },
      },
    };
  }

  return { rows, answer };
}

const now = '2026-03-09T14:30:00.000Z';

const history = [
  {
    id: 9,
    at: now,
    actor: { id: uuid(1, 5), name: 'Ana Pérez' },
    action: 'update',
    title: 'Cliente modificado',
    changes: [{ field: 'status', label: 'Estado', before: 'Prospecto', after: 'Activo' }],
    reason: null,
  },
];
