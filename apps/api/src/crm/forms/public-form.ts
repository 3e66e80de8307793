import { createHash } from 'node:crypto';
import { describePublicForm, type FormDescription } from '@pauta/domain/crm/forms/form-description.ts';
import { allowedAs, isSecureOrigin } from '@pauta/domain/crm/forms/page-origin.ts';
import { type FormLocale, formLocale, fullTexts } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { publicAddress } from '../../admin/settings/public-address.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { formLists } from './lists.ts';

/** A form that guests fill in. */
export interface PublicForm extends FormDescription {
  readonly id: string;
  readonly allowed_origins: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly default_country: string;
  /** Key that signs its challenges. */
  readonly secret: Buffer;
}

const lifetime = 5_000;
const keyShape = /^pk_[a-z0-9_]{8,60}$/;
/** Callers can invent keys, so only those of existing forms are cached. */
const known = new WeakMap<Queryable, Map<string, { form: PublicForm; since: number }>>();

const formsOf = (database: Queryable): Map<string, { form: PublicForm; since: number }> => {
  const forms = known.get(database) ?? new Map();
  known.set(database, forms);
  return forms;
};

/**
 * The form as read at most a few seconds ago.
 *
 * @throws Problem 404 when no active form has the key
 */
export const loadForm = async (database: Queryable, key: string): Promise<PublicForm> => {
  const gone = () => notFound('Este formulario no existe o ya no está disponible.');
  if (!keyShape.test(key)) throw gone();
  const forms = formsOf(database);
  const recent = forms.get(key);
  if (recent && performance.now() - recent.since < lifetime) return recent.form;
  const row = await database.one<Values & Omit<PublicForm, keyof FormDescription>>(sql`
    SELECT f.*, c.code AS default_country FROM public_forms f JOIN countries c ON c.id = f.default_country_id
    WHERE f.key = ${key} AND f.status = 'active' AND f.archived_at IS NULL`);
  if (!row) {
    forms.delete(key);
    throw gone();
  }
  const { id, allowed_origins, default_country, secret } = row;
  const form: PublicForm = { ...describePublicForm(row), id, allowed_origins, default_country, secret };
  forms.set(key, { form, since: performance.now() });
  return form;
};

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

/** Loaded at most once a second, because preflights and submissions may be numerous. */
const onceASecond = <K extends object, T>(read: (key: K) => Promise<T>): ((key: K) => Promise<T>) => {
  const known = new WeakMap<K, { since: number; value: Promise<T> }>();
  return (key) => {
    const recent = known.get(key);
    if (recent && performance.now() - recent.since < 1_000) return recent.value;
    const value = read(key);
    known.set(key, { since: performance.now(), value });
    value.catch(() => known.delete(key));
    return value;
  };
};

const addressOf = onceASecond(({ database, settings }: FastifyInstance) => publicAddress(database, settings));

/** Whether the requesting page is one of this server. */
const isOwnOrigin = async (origin: string, { protocol, host, server }: FastifyRequest): Promise<boolean> =>
  origin === `${protocol}://${host}` || origin === originOf((await addressOf(server)) ?? '');

/**
 * The origin under which a requesting page is counted: an entry of the form's site list, or empty for pages of this
 * server, which may always use the form. Null for a caller that is not a page, such as a program; undefined for a page
 * that may not use it.
 */
export const pageOf = async (
  form: PublicForm,
  request: FastifyRequest,
): Promise<string | null | undefined> => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) return site === 'same-origin' ? '' : null;
  return (await isOwnOrigin(origin, request)) ? '' : allowedAs(form.allowed_origins, origin);
};

/** Sites of every form, enabled or disabled, by key; loaded together, because callers can invent keys. */
const sitesOf = onceASecond(async (database: Queryable): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await database.query<{ key: string; allowed_origins: string[] }>(
    sql`SELECT key, allowed_origins FROM public_forms`,
  );
  return new Map(rows.map((row) => [row.key, row.allowed_origins]));
});

/**
 * Whether the requesting page is on one of the form's sites. Also for a disabled form, so that a visitor who has it
 * open can read that it is disabled.
 */
export const isOwnSite = async (
  database: Queryable,
  key: string,
  request: FastifyRequest,
): Promise<boolean> => {
  const { origin } = request.headers;
  const allowed = (await sitesOf(database)).get(key);
  if (origin === undefined || allowed === undefined) return false;
  return (await isOwnOrigin(origin, request)) || allowedAs(allowed, origin) !== undefined;
};

/**
 * Whether the requesting page cannot compute a proof of work: browsers offer no hashing on pages without https. Where
 * Pauta itself uses https, its own pages can, whatever a caller claims.
 */
export const cannotProveWork = async (request: FastifyRequest): Promise<boolean> => {
  const { origin } = request.headers;
  if (origin === undefined || isSecureOrigin(origin)) return false;
  const address = (await addressOf(request.server)) ?? '';
  return !((await isOwnOrigin(origin, request)) && isSecureOrigin(address));
};

interface Described {
  readonly text: string;
  readonly etag: string;
}

/** Cached by language as long as the form, because many visitors may come at once. */
const described = new WeakMap<PublicForm, Map<FormLocale, Promise<Described>>>();

const describe = async (
  database: Queryable,
  { id: _id, allowed_origins: _origins, secret: _secret, ...description }: PublicForm,
  locale: FormLocale,
): Promise<Described> => {
  const lists = await formLists(database, locale);
  const text = JSON.stringify({ form: { ...description, texts: fullTexts(locale), ...lists } });
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
};

/**
 * Everything the page needs to display the form, as JSON text, and its ETag.
 *
 * @param lang language of the page, BCP 47
 */
export const describeForm = (database: Queryable, form: PublicForm, lang?: string): Promise<Described> => {
  const locale = formLocale(lang, form.locale);
  const known = described.get(form) ?? new Map<FormLocale, Promise<Described>>();
  described.set(form, known);
  const made = known.get(locale) ?? describe(database, form, locale);
  known.set(locale, made);
  made.catch(() => known.delete(locale));
  return made;
};
