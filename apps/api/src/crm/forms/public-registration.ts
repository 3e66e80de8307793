import { attributionLengths } from '@pauta/domain/crm/forms/campaign.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { isId, type Reference } from '@pauta/domain/kinds/reference.ts';
import { parseText } from '@pauta/domain/kinds/text.ts';
import { homeCountry } from '@pauta/domain/phone/home-country.ts';
import { parsePhone } from '@pauta/domain/phone/phone.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import { type Errors, fieldOf, type Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { nullable } from '../../resource/schemas.ts';
import type { PublicForm } from './public-form.ts';

/** Fields of the record by the field names of the form. */
const names = {
  legal_name: 'legal_name',
  trade_name: 'trade_name',
  person_kind: 'person_kind',
  country: 'country_id',
  tax_id_type: 'tax_id_type',
  tax_id: 'tax_id',
  locality: 'locality',
  address: 'address',
  website: 'website',
  industry_id: 'industry_id',
  investment_band: 'investment_band',
  platform_ids: 'platform_ids',
  'contact.first_name': 'contact_first_name',
  'contact.last_name': 'contact_last_name',
  'contact.job': 'contact_job',
  'contact.email': 'contact_email',
  'contact.phone': 'contact_phone',
  'agency.name': 'agency_name',
  'agency.tax_id': 'agency_tax_id',
  comments: 'comments',
} as const;

/** Fields of a submission that are not fields of the record. */
const others: readonly string[] = [
  'contact',
  'agency',
  'consent',
  'notice_version',
  'fax',
  'altcha',
  'attribution',
];

/** The body in the OpenAPI document; it is validated by `readPublicRegistration`. */
export const publicRegistrationSchema = (() => {
  const parts: Record<'' | 'contact' | 'agency', Record<string, unknown>> = {
    '': {},
    contact: {},
    agency: {},
  };
  for (const [name, fieldName] of Object.entries(names)) {
    const [group, own] = name.includes('.')
      ? (name.split('.') as ['contact' | 'agency', string])
      : (['', name] as const);
    const field = fieldOf(clientRegistrations, fieldName);
    const schema = name === 'country' ? { type: 'string', maxLength: 2 } : field.kind.schema(field.options);
    parts[group][own] = nullable(schema);
  }
  const group = (properties: Record<string, unknown>) => ({
    type: ['object', 'null'],
    additionalProperties: false,
    properties,
  });
  return {
    type: 'object',
    additionalProperties: false,
    required: ['legal_name', 'country', 'tax_id_type', 'tax_id', 'contact', 'consent', 'notice_version'],
    properties: {
      ...parts[''],
      contact: group(parts.contact),
      agency: group(parts.agency),
      consent: { type: 'boolean', const: true },
      notice_version: { type: 'string', maxLength: 20 },
      fax: { type: ['string', 'null'], description: 'Se deja vacío' },
      altcha: { type: ['string', 'null'], description: 'Base64 de `{ challenge, solution }`' },
      attribution: { type: ['object', 'null'], description: 'De dónde vino el visitante' },
    },
  };
})();

const fieldNames = new Map<string, string>(Object.entries(names));
const formNames = new Map<string, string>(Object.entries(names).map(([form, field]) => [field, form]));

const isObject = (input: unknown): input is Values =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** Maximum size in bytes: half of the column's limit. */
const longestAttribution = 4_000;

/** A validated registration, as sent by its visitor. */
export interface PublicRegistration {
  readonly values: Values;
  readonly extra: Values;
  /** The trap field was filled in, by a bot or by a browser's autofill. */
  readonly hiddenField: boolean;
}

const fieldsOf = (body: Values, errors: Errors): Record<string, unknown> => {
  const given: Record<string, unknown> = {};
  const take = (part: Values, prefix: string) => {
    for (const [name, value] of Object.entries(part)) {
      const field = fieldNames.get(`${prefix}${name}`);
      if (field !== undefined) given[field] = value;
      else if (prefix !== '' || !others.includes(name)) errors[`${prefix}${name}`] = ['Este dato no existe.'];
    }
  };
  take(body, '');
  for (const group of ['contact', 'agency'] as const) {
    const part = body[group];
    if (isObject(part)) take(part, `${group}.`);
    else if (part !== undefined && part !== null) errors[group] = ['Envíe estos datos como un objeto.'];
  }
  return given;
};

interface Found {
  country: Reference | null;
  industry: Reference | null;
  platforms: Reference[];
}

const resolve = async (
  database: Queryable,
  given: Record<string, unknown>,
  errors: Errors,
): Promise<Record<string, unknown>> => {
  const { country_id: iso2, industry_id: industry, platform_ids: platforms } = given;
  const code = typeof iso2 === 'string' ? iso2.trim().toUpperCase() : null;
  const wanted = Array.isArray(platforms) ? platforms.filter(isId) : [];
  const found = await database.one<Found>(sql`
    SELECT
      (SELECT json_build_object('id', id, 'label', name, 'code', code) FROM countries
        WHERE code = ${code} AND is_active AND archived_at IS NULL) AS country,
      (SELECT json_build_object('id', id, 'label', name, 'code', code) FROM industries
        WHERE id = ${isId(industry) ? industry : null}::uuid AND is_active AND archived_at IS NULL) AS industry,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'label', name, 'code', code)), '[]') FROM platforms
        WHERE id = ANY(${wanted}::uuid[]) AND is_active AND archived_at IS NULL) AS platforms`);
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
  if (isGiven(iso2) && !found?.country) errors.country = ['Elija un país de la lista.'];
  if (isGiven(industry) && !found?.industry) errors.industry_id = ['Elija una industria de la lista.'];
  if (
    isGiven(platforms) &&
    (!Array.isArray(platforms) || found?.platforms.length !== new Set(platforms).size)
  ) {
    errors.platform_ids = ['Elija medios de la lista.'];
  }
  return {
    ...given,
    country_id: found?.country ?? null,
    industry_id: found?.industry ?? null,
    platform_ids: found?.platforms ?? [],
  };
};

const readPhone = (given: unknown, country: unknown, errors: Errors): unknown => {
  if (typeof given !== 'string' || given.trim() === '' || given.length > 40) return given;
  const phone = parsePhone(given, (country as Reference | null)?.code ?? homeCountry);
  if (phone.ok) return phone.value;
  errors['contact.phone'] = [phone.message];
  return given;
};

const readAttribution = (given: unknown, errors: Errors): string | null => {
  if (given === undefined || given === null) return null;
  if (!isObject(given) || Buffer.byteLength(JSON.stringify(given)) > longestAttribution) {
    errors.attribution = ['La procedencia no tiene la forma correcta o es demasiado larga.'];
    return null;
  }
  // The visitor does not type these values and could not correct them, so unknown or invalid ones are dropped.
  const known = Object.entries(attributionLengths).flatMap(([name, max]) => {
    const text = parseText(String(given[name] ?? '').slice(0, max), { max });
    return text.ok && text.value !== '' ? [[name, text.value]] : [];
  });
  return known.length > 0 ? JSON.stringify(Object.fromEntries(known)) : null;
};

/**
 * Whether this was the form's privacy notice until recently. Browsers and proxies cache a form for five minutes each,
 * even across reloads, so a visitor may still be accepting the previous notice.
 */
const wasNoticeUntilNow = async (database: Queryable, form: PublicForm, version: unknown): Promise<boolean> =>
  typeof version === 'string' &&
  (await database.one(sql`
    SELECT FROM audit_log
    WHERE entity = 'public_forms' AND entity_id = ${form.id} AND at > now() - interval '10 minutes'
      AND before ->> 'notice_version' = ${version} LIMIT 1`)) !== undefined;

/**
 * Validates a submission and reports every error at its field of the form (`contact.email`).
 *
 * @throws Problem 422 by field
 */
export const readPublicRegistration = async (
  database: Queryable,
  form: PublicForm,
  body: unknown,
): Promise<PublicRegistration> => {
  if (!isObject(body)) throw invalid({ _: ['Envíe los datos como un objeto JSON.'] });
  const errors: Errors = {};
  const given = await resolve(database, fieldsOf(body, errors), errors);
  given.contact_phone = readPhone(given.contact_phone, given.country_id, errors);
  if (body.consent !== true)
    errors.consent = ['Para enviar la solicitud debe aceptar el aviso de privacidad.'];
  const { notice_version: version } = body;
  if (version !== form.notice.version && !(await wasNoticeUntilNow(database, form, version))) {
    errors.notice_version = ['El aviso de privacidad cambió. Recargue la página y léalo de nuevo.'];
  }
  if (isObject(body.agency) && isEmpty(body.agency.name))
    errors['agency.name'] = ['Escriba el nombre de la agencia.'];
  const attribution = readAttribution(body.attribution, errors);

  const { origin: _origin, ...fields } = clientRegistrations.fields;
  // The rule about the number needs the country, so it runs after the country was found.
  const rules = errors.country ? [] : clientRegistrations.rules;
  const parsed = parseValues(fields, given, { rules });
  if (!parsed.ok) {
    for (const [field, messages] of Object.entries(parsed.errors)) {
      const name = formNames.get(field) ?? field;
      errors[name] ??= messages;
    }
  }
  if (!parsed.ok || Object.keys(errors).length > 0) throw invalid(errors);
  return {
    values: parsed.values,
    extra: { origin: 'web', consent: true, notice_version: version, attribution, public_form_id: form.id },
    hiddenField: !isEmpty(body.fax),
  };
};
