import { createHash } from 'node:crypto';
import { investmentBands } from '@pauta/domain/crm/client-registration.ts';
import { taxIdTypes } from '@pauta/domain/tax-id/tax-id.ts';
import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { notFound } from '../platform/problem.ts';

/** What guests consent to, in the words they saw. */
export interface Notice {
  readonly version: string;
  readonly text: string;
}

/** A form that guests fill in. */
export interface PublicForm {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly allowed_origins: readonly string[];
  readonly settings: {
    readonly default_country?: string;
    readonly locale?: string;
    readonly notice?: Notice;
  };
  /** Signs its challenges. */
  readonly secret: Buffer;
}

const lifetime = 5_000;
/** Keys are chosen by visitors: only those of forms are remembered. */
const known = new WeakMap<Queryable, Map<string, { form: PublicForm; since: number }>>();

const formsOf = (database: Queryable): Map<string, { form: PublicForm; since: number }> => {
  const forms = known.get(database) ?? new Map();
  known.set(database, forms);
  return forms;
};

/** The form as it was read at most a few seconds ago, without asking the database. */
export const recentForm = (database: Queryable, key: string): PublicForm | undefined => {
  const entry = formsOf(database).get(key);
  return entry && performance.now() - entry.since < lifetime ? entry.form : undefined;
};

/** @throws Problem 404 when no active form has the key */
export const loadForm = async (database: Queryable, key: string): Promise<PublicForm> => {
  const recent = recentForm(database, key);
  if (recent) return recent;
  const form = await database.one<PublicForm>(sql`
    SELECT id, key, title, allowed_origins, settings, secret FROM public_forms WHERE key = ${key} AND is_active`);
  const forms = formsOf(database);
  if (!form) {
    forms.delete(key);
    throw notFound('Este formulario no existe o ya no está disponible.');
  }
  forms.set(key, { form, since: performance.now() });
  return form;
};

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

/** `http://localhost:*` allows every port of the loopback host, for pages that are being built. */
const fits = (allowed: string, origin: string): boolean =>
  allowed === origin ||
  (/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]):\*$/.test(allowed) &&
    (origin === allowed.slice(0, -2) || origin.startsWith(allowed.slice(0, -1))));

/** May a page of this origin use the form? Pages of our own may always. */
export const isAllowedOrigin = (form: PublicForm, origin: string, request: FastifyRequest): boolean => {
  const { publicUrl } = request.server.settings;
  return (
    origin === `${request.protocol}://${request.host}` ||
    (publicUrl !== undefined && origin === originOf(publicUrl)) ||
    form.allowed_origins.some((allowed) => fits(allowed, origin))
  );
};

interface FormLists {
  countries: { iso2: string; name: string; calling_code: string | null }[];
  industries: { id: string; name: string }[];
  platforms: { id: string; name: string }[];
}

/** What the page needs to show the form, as JSON text, and its ETag. */
export const describeForm = async (
  database: Queryable,
  form: PublicForm,
): Promise<{ text: string; etag: string }> => {
  const lists = await database.one<FormLists>(sql`
    SELECT
      (SELECT json_agg(json_build_object('iso2', code, 'name', name, 'calling_code', calling_code) ORDER BY sort_order, sort_key(name) COLLATE "C")
        FROM countries WHERE is_active AND archived_at IS NULL AND calling_code IS NOT NULL) AS countries,
      (SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY sort_order, sort_key(name) COLLATE "C")
        FROM industries WHERE is_active AND archived_at IS NULL) AS industries,
      (SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY sort_order, sort_key(name) COLLATE "C")
        FROM platforms WHERE is_active AND archived_at IS NULL) AS platforms`);
  const text = JSON.stringify({
    form: {
      key: form.key,
      title: form.title,
      countries: (lists?.countries ?? []).map((country) => ({
        ...country,
        tax_id_types: taxIdTypes(country.iso2),
      })),
      default_country: form.settings.default_country ?? 'DO',
      industries: lists?.industries ?? [],
      platforms: lists?.platforms ?? [],
      investment_bands: Object.entries(investmentBands).map(([value, label]) => ({ value, label })),
      notice: form.settings.notice ?? { version: '1', text: '' },
      locale: form.settings.locale ?? 'es',
    },
  });
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
};
