import { randomUUID } from 'node:crypto';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { FileOptions } from '@pauta/domain/kinds/file.ts';
import type { JsonOptions } from '@pauta/domain/kinds/json.ts';
import { type Field, type FieldOptions, isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { NumberOptions } from '@pauta/domain/kinds/number.ts';
import type { ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import type { TextOptions } from '@pauta/domain/kinds/text.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { allOf } from '../resource/statement.ts';
import { quoted, tableOf, targetOf } from '../resource/table.ts';

/** Fields that are required although each alone is optional: one of several, or dependent on another value. */
const needed: Readonly<Record<string, readonly string[]>> = {
  exclusivities: ['subdivision_id'],
  holds: ['duration_sec'],
  activities: ['client_id', 'starts_at'],
  credit_proposals: ['client_id'],
  payments: ['client_id'],
  payment_promises: ['client_id'],
  referrals: ['referrer_name'],
  ecf_issuers: ['service_url'],
};

const letters = (count: number, length: number): string =>
  count
    .toString(26)
    .padStart(length, '0')
    .replace(/./g, (digit) => String.fromCharCode(65 + Number.parseInt(digit, 26)));

/**
 * Counts for samples that fill fields the others leave empty: fields with their own permission, conditional fields, the
 * second of two alternatives, another record of the same resource. They are above the counts used by any other test.
 */
export const rareSamples: readonly number[] = [156, 158, 160, 162, 164];

const isRare = (count: number): boolean => rareSamples.includes(count);

const nthDay = (from: string, count: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

/** Values whose form does not follow from their kind, by field, or by field of one resource. */
const special: Readonly<Record<string, (count: number) => unknown>> = {
  ends: (count) => `${String((count + 1) % 24).padStart(2, '0')}:${count % 2 === 0 ? '00' : '30'}`,
  'closing_probabilities.result': () => 'open',
  'commission_types.tiers': (count) => [
    { from: '0', pct: '5' },
    { from: `${count + 1}000`, pct: '7.5' },
  ],
  'bank_accounts.account_no': (count) => `960-${count}`,
  // An environment of its own needs an address, which samples with an odd count do not have.
  'ecf_issuers.environment': (count) => (count % 2 === 0 ? 'own' : 'test'),
  'exchange_rates.from_currency': () => 'EUR',
  'exchange_rates.to_currency': () => 'USD',
  'exchange_rates.on_date': (count) => nthDay('2030-01-01', count),
  'fiscal_periods.month': (count) =>
    `${2030 + Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`,
  // Ranges of one company and document share no number.
  'fiscal_sequences.first_no': (count) => count * 100 + 1,
  'fiscal_sequences.last_no': (count) => count * 100 + 100,
  'portfolio_rules.sales_from': (count) => `${count}.00`,
  'portfolio_rules.sales_below': (count) => `${count + 1}.00`,
  // One budget or goal a year for each combination.
  fiscal_year: (count) => 2000 + (count % 100),
  // The first stages exist already.
  'collection_stages.days_from': (count) => 400 + count,
  'reasons.fiscal_code': (count) => String((count % 9) + 1),
  // A person has one main company at a time, starting in the past.
  'contacts.company_since': (count) => `2025-${String((count % 12) + 1).padStart(2, '0')}-15`,
  'contacts.birthday': (count) => `1995-${String((count % 12) + 1).padStart(2, '0')}-15`,
  'contacts.phones': (count) => [
    {
      kind: 'mobile',
      number: `+1809555${String(count % 10_000).padStart(4, '0')}`,
      extension: null,
      is_primary: true,
      is_whatsapp: false,
      do_not_call: false,
      valid_hours: null,
      verified_on: null,
    },
  ],
  'contacts.emails': (count) => [{ email: `prueba-${count}@ejemplo.com`, is_primary: true, bounced: false }],
  'client_social_links.handle': (count) => `perfil${count}`,
  'clients.tax_exempt': isRare,
  // Different from the proposed limit.
  credit_limit: (count) => `${count}000.5`,
  'contracts.billing_party': () => 'client',
  'contracts.flight': (count) => ({
    from: `2026-${String((count % 12) + 1).padStart(2, '0')}-01`,
    to: '2026-12-31',
  }),
  'contracts.valid': () => ({ from: '2026-01-01', to: '2026-12-31' }),
  'credit_terms.kind': (count) => (isRare(count) ? 'milestones' : 'days'),
  'credit_terms.installments': () => [
    { pct: '40', days: 0 },
    { pct: '60', days: 30 },
  ],
  'credit_terms.discount_days': () => 10,
  'client_registrations.representative_national_id_type': () => 'OTRO',
  'client_registrations.representative_national_id': (count) => `PRUEBA${count}`,
  'file_types.extensions': () => ['pdf', 'docx'],
  'file_types.mimes': () => ['application/pdf'],
  'gl_accounts.parent_id': () => undefined,
  'localities.parent_id': () => undefined,
  'gl_accounts.code': (count) => `9.${count}`,
  'inventory_categories.openooh_code': (count) => String(300 + count),
  // The spaces of a tree share station and unit; only an outdoor one has an address.
  'inventory_items.kind': (count) =>
    ({ 156: 'outdoor', 158: 'print', 160: 'outdoor', 162: 'digital', 164: 'event' })[count] ?? 'linear',
  'inventory_items.face_type': (count) => (count === 160 ? 'digital' : 'static'),
  'inventory_items.loop_sec': () => 60,
  'inventory_items.slot_sec': () => 10,
  // That of the very file.
  'evidence_items.captured_sha256': () => undefined,
  'inventory_items.parent_id': () => undefined,
  // Not after its days, and a large capacity: nothing of it is ever too much for a sample hold.
  'inventory_items.capacity': (count) => 100_000 + count,
  'inventory_items.days': () => ['1', '2', '3', '4', '5', '6', '7'],
  'inventory_items.active': () => undefined,
  // Exceptions of one space do not overlap.
  'capacity_exceptions.dates': (count) => {
    const day = new Date(Date.UTC(2027, 0, 1 + count)).toISOString().slice(0, 10);
    return { from: day, to: day };
  },
  'holds.flight': (count) => ({
    from: `2031-${String((count % 12) + 1).padStart(2, '0')}-01`,
    to: `2031-${String((count % 12) + 1).padStart(2, '0')}-07`,
  }),
  // Within the limit of a sample space, and not over.
  'capacity_overrides.dates': () => ({ from: '2031-01-01', to: '2031-01-07' }),
  'capacity_overrides.units': () => 1,
  'capacity_overrides.expires_at': () => '2030-12-31T08:00:00.000Z',
  'capacity_overrides.reason': (count) => `Temporada de prueba ${count}`,
  // Two of one industry do not overlap, and no sample hold is there.
  'exclusivities.dates': (count) => {
    const day = new Date(Date.UTC(2032, 0, 1 + count)).toISOString().slice(0, 10);
    return { from: day, to: day };
  },
  'quotes.flight': () => ({ from: '2027-01-01', to: '2027-12-31' }),
  'quotes.valid_until': () => '2099-12-31',
  'evidence_reports.period': (count) => ({
    from: `2026-${String((count % 12) + 1).padStart(2, '0')}-01`,
    to: `2026-${String((count % 12) + 1).padStart(2, '0')}-28`,
  }),
  'holds.days': () => ['1', '2', '3', '4', '5', '6', '7'],
  'holds.duration_sec': () => 30,
  'nse_profiles.source': () => 'Encuesta de prueba',
  'placing_plans.period': () => ({ from: '2031-01-01', to: '2031-01-07' }),
  'placing_plans.preferred_from': () => '18:00',
  'placing_plans.preferred_to': () => '22:00',
  'portfolio_rules.assign_to': (count) => (isRare(count) ? 'user' : 'least_loaded'),
  'portfolio_rules.conditions': () => 'status:active',
  'portfolio_rules.priority': (count) => (count % 900) + 1,
  // A file of a sample is of the first accepted type, a video.
  'media_files.kind': () => 'video',
  'tech_templates.code': (count) => `FICHA-${count}`,
  'social_networks.url_pattern': (count) => `https://red-${count}.com/{usuario}`,
  'social_networks.handle_regex': () => '^[a-z0-9._]{1,30}$',
  // Dayparts of one platform must not overlap, except rotating ones.
  'time_slots.is_rotating': () => true,
  'public_forms.allowed_origins': (count) => [`https://sitio-${count}.ejemplo.com`],
  'public_forms.primary_color': (count) => `#0000${(count % 90) + 10}`,
  // A referral must not refer its own source.
  'referrals.referred_tax_id': (count) => `REFERIDO${count}`,
  'referrals.referrer_kind': (count) => ({ 156: 'client', 158: 'agency', 160: 'employee' })[count] ?? 'event',
  'referrals.referrer_name': (count) => `Feria ${count}`,
  'referrals.reward_type': (count) => (isRare(count) ? 'commission' : 'none'),
  // A due one may be sent during the test, which changes the record.
  'activities.remind_at': (count) => (isRare(count) ? '2020-01-15T08:00:00.000Z' : undefined),
  // One letter a year for each client and agency.
  'client_agencies.valid': (count) => ({ from: `${2000 + count}-01-01`, to: `${2000 + count}-12-31` }),
  // One plan of a seller at a time; the migration gives those of all from 2000 on.
  'seller_plans.valid': (count) => ({ from: nthDay('1990-01-01', count), to: nthDay('1990-01-01', count) }),
  'signatories.capacity': (count) =>
    isRare(count) ? 'attorney' : ['legal_representative', 'manager', 'witness'][count % 3],
  'signatories.sign_mode': (count) => (isRare(count) ? 'joint' : 'individual'),
  'signatories.national_id_type': () => 'OTRO',
  'signatories.national_id': (count) => `PRUEBA${count}`,
  'work_order_photos.sha256': (count) => count.toString(16).padStart(64, '0'),
  'volume_rebates.tiers': (count) => [
    { from: '0', pct: '2' },
    { from: `${count + 1}000`, pct: '4.5' },
  ],
  // A note modifies an issued invoice, which no sample is.
  'invoices.doc_kind': () => 'invoice',
  'invoices.fiscal_document': () => 'B01',
  'invoices.bill_to': () => 'client',
  // Not in the future, and through no bank account, which would have to be of the same company and currency.
  'payments.received_on': (count) => `2026-${String((count % 10) + 1).padStart(2, '0')}-15`,
  'payments.method': () => 'cash',
  'barter_receipts.received_on': (count) => `2026-${String((count % 10) + 1).padStart(2, '0')}-15`,
  'barter_receipts.issued_on': (count) => `2026-${String((count % 10) + 1).padStart(2, '0')}-10`,
  // Not past, and of no sample invoice, of which nothing is owed.
  'payment_promises.promised_on': (count) => nthDay('2031-01-01', count),
  'payment_promises.invoice_id': () => undefined,
  agency_code: (count) => `AGE-${count}`,
  // A dynamic one needs a filter.
  'target_lists.kind': (count) => (isRare(count) ? 'dynamic' : 'static'),
  'target_lists.criteria': () => 'f.status=active',
  client_code: (count) => `PRB-${count}`,
  iso3: (count) => letters(count + 17_000, 3).slice(-3),
  numeric: (count) => String(900 + (count % 100)),
  calling_code: (count) => `+${(count % 900) + 1}`,
  currency_code: () => 'DOP',
  tax_id_type: () => 'OTRO',
  tax_id: (count) => `PRUEBA${count}`,
  origin: () => 'internal',
};

const leaveOne = (body: Record<string, unknown>, count: number): void => {
  delete body[isRare(count) ? 'client_id' : 'agency_id'];
};

/** Values a record needs that its fields alone do not determine. */
const settled: Readonly<Record<string, (body: Record<string, unknown>, count: number) => void>> = {
  // A client or an agency.
  contacts: leaveOne,
  credit_proposals: leaveOne,
  payments: leaveOne,
  payment_promises: leaveOne,
  // A client or a prospect; a client only once in a list.
  target_list_members: (body, count) => {
    const isClient = isRare(count);
    for (const name of Object.keys(body))
      if (isClient ? name.startsWith('prospect_') : name === 'client_id') delete body[name];
    if (!isClient) body.prospect_name = `Prospecto ${count}`;
  },
};

const textOf = (label: string, count: number, { max, upperCase }: TextOptions): string => {
  const text = `${label} ${count}`.slice(-max).trim();
  return upperCase ? text.toLocaleUpperCase('es').replaceAll(' ', '-') : text;
};

/** One row; a rule over all rows (parts that sum to 100) is met by a special value of the field. */
const sampleRows = (resource: string, { fields }: JsonOptions, count: number): unknown => [
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, sampleValue(resource, name, field, count)]),
  ),
];

const sampleValue = (resource: string, name: string, field: Field, count: number): unknown => {
  const make = special[`${resource}.${name}`] ?? special[name];
  if (make) return make(count);
  switch (field.kind.name) {
    case 'text':
    case 'longText':
    case 'taxId':
      return textOf(field.label, count, field.options as TextOptions);
    case 'email':
      return `prueba-${count}@ejemplo.com`;
    case 'phone':
      return `+1809555${String(count % 10_000).padStart(4, '0')}`;
    case 'url':
      return `https://ejemplo-${count}.com`;
    case 'choice': {
      const { choices } = field.options as ChoiceOptions;
      return choices[count % choices.length]?.value;
    }
    case 'yesNo':
      return field.options.initial ?? false;
    case 'integer':
      return ((field.options as NumberOptions).min ?? 0) + (count % 4);
    case 'decimal':
    case 'percent':
    case 'money':
      return `${count % 50}.5`;
    case 'date':
      return `2026-${String((count % 12) + 1).padStart(2, '0')}-15`;
    case 'dateTime':
      return `2026-${String((count % 12) + 1).padStart(2, '0')}-15T${String(8 + (count % 10)).padStart(2, '0')}:30:00.000Z`;
    case 'dateRange':
      return {
        from: `2026-${String((count % 12) + 1).padStart(2, '0')}-01`,
        to: count % 3 === 0 ? null : '2026-12-31',
      };
    case 'time':
      return `${String(count % 24).padStart(2, '0')}:${count % 2 === 0 ? '00' : '30'}`;
    case 'choices':
      return (field.options as ChoiceOptions).choices
        .slice(count % 3, (count % 3) + 2)
        .map(({ value }) => value);
    case 'json':
      return sampleRows(resource, field.options as JsonOptions, count);
    case 'tags':
      return [`etiqueta ${count % 3}`];
    default:
      return undefined;
  }
};

/** References that a sample leaves out, because at most one of several may be given. */
const leftOut: Readonly<Record<string, (count: number) => boolean>> = {
  'client_agencies.brand_id': () => true,
  'payments.bank_account_id': () => true,
  'client_budgets.brand_id': () => true,
  'opportunities.brand_id': () => true,
  'quotes.brand_id': () => true,
  'quotes.contact_id': () => true,
  'quotes.opportunity_id': () => true,
  'opportunities.contact_id': () => true,
  'media_files.brand_id': () => true,
  'contracts.brand_id': () => true,
  'contracts.opportunity_id': () => true,
  'contracts.text_id': () => true,
  'contracts.own_signatory_ids': () => true,
  'contracts.client_signatory_ids': () => true,
  'contracts.agency_signatory_ids': () => true,
  'packages.image_id': () => true,
  'invoices.contract_id': () => true,
  'evidence_items.placement_id': () => true,
  'signatories.client_id': (count) => count % 3 !== 0,
  'signatories.agency_id': (count) => count % 3 !== 1,
  'signatories.company_id': (count) => count % 3 !== 2,
};

/** Fields that no sample fills, and why; by resource and field. */
export const unfilled: Readonly<Record<string, string>> = {
  'agencies.volume_rebate_id': 'rebates are made for agencies that there are',
  'contracts.signed_scan': 'it is the scan of a contract that is signed',
  'contracts.former_number': 'only an import gives it',
  'contracts.former_signed_on': 'only an import gives it',
  'client_agencies.brand_id': 'a brand of that very client',
  'payments.bank_account_id': 'one of that very company and currency',
  'payment_promises.invoice_id': 'one that this very account owes',
  'invoices.contract_id': 'a signed contract of that very client',
  'invoices.modifies_invoice_id': 'an issued invoice',
  'invoices.reason_id': 'of a note, which modifies an issued invoice',
  'gl_accounts.parent_id': 'an account that takes entries has none below it',
  'localities.parent_id': 'one of the same country',
  'media_files.brand_id': 'a brand of that very client',
  'packages.image_id': 'sample media files are videos',
  'evidence_items.placement_id': 'one that was aired for that very report',
  'evidence_items.captured_sha256': 'the hash of that very file',
  'inventory_items.parent_id': 'a space of the same station and unit',
  'inventory_items.active': 'the tests of the area fill it',
  'client_budgets.brand_id': 'a brand of that very client',
  'contracts.brand_id': 'a brand of that very client',
  'contracts.opportunity_id': 'one of that very client',
  'contracts.text_id': 'new texts are drafts',
  'contracts.own_signatory_ids': 'the tests of the area fill it',
  'contracts.client_signatory_ids': 'the tests of the area fill it',
  'contracts.agency_signatory_ids': 'the tests of the area fill it',
  'activities.opportunity_id': 'the tests of the area fill it',
  'opportunities.brand_id': 'a brand of that very client',
  'opportunities.contact_id': 'a person of that very client',
  'quotes.brand_id': 'a brand of that very client',
  'quotes.contact_id': 'a person of that very client',
  'quotes.opportunity_id': 'an opportunity of that very client',
};

const isMet = ({ field, is }: NonNullable<FieldOptions['when']>, body: Readonly<Record<string, unknown>>) =>
  is === 'given' ? !isEmpty(body[field]) : is.includes(body[field]);

/** A file of the first administrator, who is the author in tests of all resources. */
const makeFile = async (database: Queryable, { accept }: FileOptions): Promise<string> => {
  const path = `documents/${randomUUID()}`;
  const mime = accept[0] ?? 'application/pdf';
  const row = await database.one<{ id: string }>(sql`
    INSERT INTO files (path, name, mime, bytes, sha256, created_by)
    VALUES (${path}, 'prueba', ${mime}, 4, sha256(${path}::bytea), (
      SELECT s.user_id FROM sessions s JOIN user_roles u ON u.user_id = s.user_id JOIN roles r ON r.id = u.role_id
      WHERE r.name = 'admin' ORDER BY s.created_at, s.id LIMIT 1))
    RETURNING id`);
  if (!row) throw new Error('inserting a file answers its id');
  return row.id;
};

/** An active space, because new ones are drafts and cannot be held. */
const makeSpace = (database: Queryable): Promise<unknown> =>
  database.query(sql`
    INSERT INTO inventory_items (code, name, status, platform_id, inventory_category_id, subdivision_id, capacity_unit,
      capacity, days)
    SELECT 'MUESTRA', 'Rotación de muestra', 'active', c.platform_id, c.id, s.id, 'seconds', 1000000,
      '{1,2,3,4,5,6,7}'
    FROM inventory_categories c CROSS JOIN subdivisions s ORDER BY c.id, s.id LIMIT 1 ON CONFLICT DO NOTHING`);

/** A current price list, because new ones are drafts and quotes take only prices of a current one. */
const makePriceList = (database: Queryable): Promise<unknown> =>
  database.query(sql`
    INSERT INTO price_lists (code, name, kind, currency_code, valid, status)
    VALUES ('MUESTRA', 'Lista de muestra', 'internal', 'DOP', '[1990-01-01,1990-01-02)', 'current') ON CONFLICT DO NOTHING`);

/** A company of its own, for records of which a company has only one. */
const makeCompany = async (database: Queryable): Promise<string> => {
  const code = randomUUID().slice(0, 8).toUpperCase();
  const row = await database.one<{ id: string }>(sql`
    INSERT INTO companies (code, name, country_id) SELECT ${code}, ${`Compañía ${code}`}, country_id FROM companies LIMIT 1
    RETURNING id`);
  if (!row) throw new Error('inserting a company answers its id');
  return row.id;
};

/** Conditions for the records that ask for nothing further, by table: others need an approval before a sale. */
const plain: Readonly<Record<string, readonly Sql[]>> = {
  industries: [sql`NOT t.requires_approval`],
  // Their contracts need a political price list.
  ad_classifications: [sql`NOT t.is_political`],
};

const offeredIds = async (database: Queryable, field: Field): Promise<string[]> => {
  const { name, offered } = tableOf(targetOf(field));
  if (name === 'inventory_items') await makeSpace(database);
  if (name === 'price_lists') await makePriceList(database);
  const { only = {} } = field.options as ReferenceOptions;
  const allowed = Object.entries(only).map(([fact, value]) => sql`t.${raw(quoted(fact))} = ${value}`);
  // A stage that requires nothing else of its opportunity.
  if (name === 'closing_probabilities') allowed.push(raw("t.required_fields = '{}'"));
  const rows = await database.query<{ id: string }>(sql`
    SELECT t.id FROM ${raw(quoted(name))} t
    WHERE ${allOf([raw(offered), ...allowed, ...(plain[name] ?? [])])} ORDER BY t.id LIMIT 5`);
  return rows.map(({ id }) => id);
};

/**
 * A body of a valid new record, for tests. Every second one leaves out optional fields, so that lists have empty
 * values.
 *
 * @param count makes the values of bodies differ
 */
export const sampleBody = async (
  database: Queryable,
  resource: Resource,
  count: number,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> => {
  const body: Record<string, unknown> = {};
  let people = 0;
  for (const [name, field] of Object.entries(resource.fields)) {
    const { importOnly, readOnly, required, when, writePermission } = field.options;
    if (leftOut[`${resource.name}.${name}`]?.(count)) continue;
    const isNeeded = needed[resource.name]?.includes(name) === true || `${resource.name}.${name}` in leftOut;
    if (readOnly || importOnly || (writePermission && !isRare(count))) continue;
    if (when && !isNeeded && !isMet(when, body)) continue;
    if (when && isNeeded && body[when.field] !== undefined && !isMet(when, body)) continue;
    if (!required && !isNeeded && count % 2 === 1) continue;
    const own = name in given ? () => given[name] : special[`${resource.name}.${name}`];
    if (own) {
      const value = own(count);
      if (value !== undefined) body[name] = value;
      continue;
    }
    if (`${resource.name}.${name}` === 'ecf_issuers.company_id') {
      body[name] = await makeCompany(database);
      continue;
    }
    if (field.kind.name === 'file') {
      if (required || isRare(count)) body[name] = await makeFile(database, field.options as FileOptions);
      continue;
    }
    const isOne = field.kind.name === 'reference';
    if (isOne || field.kind.name === 'references') {
      const to = targetOf(field);
      if (!isRare(count) && (to === resource || (!required && !when && to.name === 'users'))) continue;
      const ids = await offeredIds(database, field);
      // Two user fields of one record get different users.
      const place = to.name === 'users' ? count + people : count;
      if (to.name === 'users') people += 1;
      if (ids.length === 0 || people > ids.length) continue;
      body[name] = isOne ? ids[place % ids.length] : ids.slice(0, 2);
      continue;
    }
    const value = sampleValue(resource.name, name, field, count);
    if (value !== undefined) body[name] = value;
  }
  settled[resource.name]?.(body, count);
  return body;
};
