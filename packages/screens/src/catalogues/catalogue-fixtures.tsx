import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type Answer, createContract, type ReceivedRequest, uuid } from '@pauta/ui/testing/contract.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import type { ReactNode } from 'react';

const day = '2026-03-09T14:30:00.000Z';

/** A catalogue of the product by its name. */
export const catalogueOf = (name: string): Catalogue => {
  const found = catalogues.find((one) => one.name === name);
  if (!found) throw new Error(`There is no catalogue ${name}`);
  return found;
};

/** One value of a catalogue per name, in the given order. */
export const valuesOf = (names: readonly string[], more: object = {}): AnyRecord[] =>
  names.map((name, index) => ({
    id: uuid(index + 1, 7),
    code: name.toUpperCase().slice(0, 20),
    name,
    description: null,
    external_code: null,
    sort_order: (index + 1) * 10,
    is_active: true,
    is_system: false,
    created_at: day,
    updated_at: day,
    row_version: 1,
    archived_at: null,
    ...more,
  }));

/** The first value is used by clients and by child values. */
const usages = {
  total: 213,
  total_is_estimate: false,
  by: [
    {
      resource: 'clients',
      label: 'Clientes',
      field: 'Industria',
      count: 208,
      path: '/crm/clientes?f.industry_id=x',
    },
    { resource: 'contacts', label: 'Contactos', field: null, count: 5, path: null },
  ],
};

/**
 * A simulated API for one catalogue with its own routes (usages, order, merging, hub), for tests and stories.
 */
export function createCatalogueHost(
  catalogue: Catalogue,
  children: ReactNode,
  {
    values = [],
    permissions = [catalogue.permissions.updateAll],
    path = `/${catalogue.screen}`,
    refuse,
  }: {
    readonly values?: readonly AnyRecord[];
    readonly permissions?: readonly string[];
    readonly path?: string;
    /** Message with which writes are refused. */
    readonly refuse?: string;
  } = {},
) {
  const contract = createContract(catalogue, values, {
    [catalogue.path]: values.map(({ id, name, code }) => ({ id, label: String(name), code: String(code) })),
  });
  const asked: ReceivedRequest[] = [];
  const of = (id: string | undefined): Answer => ({
    status: 200,
    body: { data: id === values[0]?.id ? usages : { total: 0, total_is_estimate: false, by: [] } },
  });
  const own = (one: ReceivedRequest): Answer | null => {
    const url = new URL(one.path, 'http://api');
    const [name, id, command] = url.pathname.split('/').slice(1);
    if (name === 'catalogues') return { status: 200, body: { data: hubEntries } };
    if (name !== catalogue.path) return null;
    if (refuse !== undefined && one.method !== 'GET') {
      return { status: 409, body: { message: refuse, code: 'merge_conflict' } };
    }
    if (id === 'usages') {
      const ids = (url.searchParams.get('ids') ?? '').split(',');
      const data = ids.map((each) => ({
        id: each,
        total: each === values[0]?.id ? 213 : 0,
        total_is_estimate: false,
      }));
      return { status: 200, body: { data } };
    }
    if (id === 'reorder') return { status: 200, body: { data: [] } };
    if (command === 'usages') return of(id);
    if (command === 'merge') {
      return { status: 200, body: { data: values[1], merged: { id, repointed: 213, paths: ['clients'] } } };
    }
    return null;
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const one: ReceivedRequest = {
      method: init?.method ?? 'GET',
      path: String(input).replace(/^.*\/api/, ''),
      headers: Object.fromEntries(
        [...new Headers(init?.headers)].map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : {},
    };
    asked.push(one);
    const { status, body, headers } = own(one) ?? contract.answer(one);
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  };
  const host = createHost(children, {
    baseUrl: 'http://pauta.example/api',
    fetch,
    permissions,
    path,
    mount: `/${catalogue.screen}/*`,
  });
  return { ...host, asked, rows: contract.rows };
}

/** The hub's entry of every catalogue. */
export const hubEntries = catalogues.map(({ name }, index) => ({
  name,
  rows: 5 + index * 3,
  active: 4 + index * 3,
  uses: index === 0 ? 10_000 : index * 41,
  uses_is_estimate: index === 0,
  changed_at: day,
  changed_by: index % 2 === 0 ? { id: uuid(1, 5), name: 'Ana Peñaló' } : null,
}));
