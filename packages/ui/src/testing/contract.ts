import { isId } from '@pauta/domain/kinds/reference.ts';
import { parseQuery } from '@pauta/domain/resource/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';

/** A request as the server took it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options by path of the resource referred to. */
export type OptionsByPath = Readonly<
  Record<string, readonly { id: string; label: string; code?: string | null }[]>
>;

/** The contract of the API for one resource, over rows in memory. */
export interface Contract {
  /** The rows of the resource; change them as another person would. */
  readonly rows: AnyRecord[];
  answer(asked: Asked): Answer;
}

/** `uuid(7)` is always the same id. */
export const uuid = (number: number, family = 0): string =>
  `01900000-0000-7000-8${String(family).padStart(3, '0')}-${String(number).padStart(12, '0')}`;

/** What the API answers for one resource and for the options of those it refers to; without HTTP. */
export function createContract(
  resource: Resource,
  records: readonly AnyRecord[],
  options: OptionsByPath = {},
): Contract {
  const rows = [...records];
  const known = Object.values(options).flat();

  /** A body's ids become references, as in answers. */
  const stored = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        isId(value) ? (known.find((one) => one.id === value) ?? value) : value,
      ]),
    );

  function answer({ method, path, headers, body }: Asked): Answer {
    const url = new URL(path, 'http://api');
    const [name, id, command] = url.pathname.split('/').slice(1);
    if (id === 'options') {
      const q = fold(url.searchParams.get('q') ?? '');
      const ids = url.searchParams.get('ids')?.split(',');
      const found = (options[name ?? ''] ?? []).filter((one) =>
        ids ? ids.includes(one.id) : fold(one.label).includes(q),
      );
      return { status: 200, body: { data: found } };
    }
    if (name !== resource.path) return { status: 404, body: { message: 'No se encontró.' } };
    if (!id && method === 'GET') return list(url);
    if (!id) {
      const record = {
        ...stored(body),
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
      return { status: 200, body: { data: command === 'history' ? history : row } };
    }
    if (headers['if-match'] !== `"${row.row_version}"`) {
      return { status: 412, body: { message: 'Otra persona modificó este registro.', current: row } };
    }
    const change =
      method === 'DELETE'
        ? { archived_at: now }
        : command === 'restore'
          ? { archived_at: null }
          : command
            ? { ...stored(body), [resource.state ?? 'status']: resource.transitions[command]?.to }
            : stored(body);
    const next: AnyRecord = { ...row, ...change, row_version: row.row_version + 1 };
    rows[index] = next;
    return { status: 200, body: { data: next } };
  }

  function list(url: URL): Answer {
    const read = parseQuery(resource, Object.fromEntries(url.searchParams));
    if (!read.ok) return { status: 422, body: { message: 'La consulta no es válida.', errors: read.errors } };
    const { q, filters, sort, limit, cursor, archived } = read.query;
    const found = rows
      .filter((row) => Boolean(row.archived_at) === archived)
      .filter((row) => resource.search.some((field) => fold(String(row[field] ?? '')).includes(fold(q))))
      .filter((row) =>
        filters.every((filter) => {
          const value = row[filter.field] as { id?: string } | string | null;
          const plain = typeof value === 'object' ? value?.id : value;
          return !('values' in filter) || filter.values.includes(String(plain));
        }),
      )
      .sort(
        (a, b) => String(a[sort.field]).localeCompare(String(b[sort.field])) * (sort.descending ? -1 : 1),
      );
    const from = Number(cursor ?? 0);
    const body = {
      data: found.slice(from, from + limit),
      next_cursor: from + limit < found.length ? String(from + limit) : null,
      total: found.length,
      total_is_estimate: false,
    };
    return { status: 200, body };
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
