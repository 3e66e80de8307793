import { inject } from 'vitest';

type Row = { readonly id: string; readonly row_version: number } & Readonly<Record<string, unknown>>;

interface Person {
  readonly email: string;
  readonly password: string;
}

/** Calls to the API of the product as one user, for what a test needs but does not test. */
export interface ApiClient {
  /** The data of an answer; a list of rows or one record. */
  get<T = Row>(path: string): Promise<T>;
  post(path: string, body?: object): Promise<Row>;
  patch(path: string, row: Row, body: object): Promise<Row>;
  /** Runs a command on the current version of a record. */
  run(path: string, id: string, command: string, input?: object): Promise<Row>;
  /** Id of the first option of a resource that matches. */
  option(path: string, q?: string): Promise<string>;
  /** Creates a user with this role, who can sign in; returns the id. */
  invite(person: Person & { readonly name: string }, role: string): Promise<string>;
  /** Id of a file that was sent. */
  upload(name: string, type: string, bytes: Buffer): Promise<string>;
}

/**
 * Signs in and returns the calls of this user.
 *
 * @param product address of the server; by default of the one that the test files share
 * @param mailTo reads the mail to somebody, on a server that sends mail: it does not answer links of invitations
 */
export async function openApi(
  person: { readonly email: string; readonly password: string },
  product: string = inject('product'),
  mailTo: (address: string) => Promise<string> = async () => '',
): Promise<ApiClient> {
  const address = `${product}/api`;
  const ask = async (method: string, path: string, body?: object, version?: number): Promise<never> => {
    const answer = await fetch(`${address}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as never;
  };
  const call = async (...given: Parameters<typeof ask>): Promise<never> =>
    ((await ask(...given)) as { data: never }).data;
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  const { token } = (await answer.json()) as { token: string };
  const get = (path: string): Promise<never> => call('GET', path);
  return {
    get,
    post: (path, body) => call('POST', path, body ?? {}),
    patch: (path, row, body) => call('PATCH', `${path}/${row.id}`, body, row.row_version),
    run: async (path, id, command, input = {}) => {
      const { row_version } = (await get(`${path}/${id}`)) as Row;
      return call('POST', `${path}/${id}/${command}`, input, row_version);
    },
    option: async (path, q = '') => {
      const rows = (await get(`${path}/options?limit=1&q=${encodeURIComponent(q)}`)) as readonly Row[];
      if (!rows[0]) throw new Error(`No option of ${path} matches «${q}»`);
      return rows[0].id;
    },
    invite: async ({ name, email, password }, role) => {
      const roles = (await get(`roles?q=${encodeURIComponent(role)}`)) as readonly Row[];
      const { data, link = null } = (await ask('POST', 'users/invitations', {
        full_name: name,
        email,
        role_ids: [roles.find(({ display_name }) => display_name === role)?.id],
      })) as { data: Row; link?: { path: string } | null };
      const [token] = /(?<![\w-])[\w-]{43}(?![\w-])/.exec(link?.path ?? (await mailTo(email))) ?? [''];
      await call('POST', 'password-links/use', { token, password, password_confirmation: password });
      return data.id;
    },
    upload: async (name, type, bytes) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
      const { id } = (await call('POST', 'files', body)) as Row;
      return id;
    },
  };
}
