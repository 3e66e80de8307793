import { randomUUID } from 'node:crypto';
import { users } from '@pauta/domain/admin/users/user.ts';
import { industries } from '@pauta/domain/catalogues/crm.ts';
import { choice, choices } from '@pauta/domain/kinds/choice.ts';
import { email, phone, url } from '@pauta/domain/kinds/contact.ts';
import { date, dateTime } from '@pauta/domain/kinds/date.ts';
import { dateRange } from '@pauta/domain/kinds/date-range.ts';
import { file } from '@pauta/domain/kinds/file.ts';
import { json } from '@pauta/domain/kinds/json.ts';
import type { Field, KindName } from '@pauta/domain/kinds/kind.ts';
import { location } from '@pauta/domain/kinds/location.ts';
import { decimal, integer, money, percent } from '@pauta/domain/kinds/number.ts';
import { reference, references } from '@pauta/domain/kinds/reference.ts';
import { tags } from '@pauta/domain/kinds/tags.ts';
import { taxId } from '@pauta/domain/kinds/tax-id.ts';
import { longText, text } from '@pauta/domain/kinds/text.ts';
import { time } from '@pauta/domain/kinds/time.ts';
import { yesNo } from '@pauta/domain/kinds/yes-no.ts';
import { defineResource, type Resource } from '@pauta/domain/resource/resource.ts';
import pg from 'pg';
import sql, { join, raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../platform/database/database.ts';
import { appRole } from '../platform/database/migrate.ts';
import { conformityTests, type DatabaseShape, keptUniqueValues, readShape } from '../testing/conformity.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrationOf } from './migration.ts';

/** One field of each kind; a missing kind is a compile error. */
const ofEachKind = {
  text: text('Texto', { max: 40, required: true, sortable: true }),
  longText: longText('Notas'),
  integer: integer('Entero', { min: 1, max: 12, required: true, initial: 1 }),
  decimal: decimal('Decimal', { scale: 3 }),
  percent: percent('Porcentaje'),
  money: money('Monto', { currency: 'choice', sortable: true }),
  yesNo: yesNo('Sí o no'),
  date: date('Día', { required: true }),
  dateTime: dateTime('Momento'),
  dateRange: dateRange('Vigencia'),
  time: time('Hora'),
  choice: choice('Moneda', { DOP: 'Peso', USD: 'Dólar' }, { required: true, initial: 'DOP', sortable: true }),
  choices: choices('Días', { mon: 'Lunes', tue: 'Martes' }),
  reference: reference('Sector', () => industries),
  references: references('Otros sectores', () => industries),
  email: email('Correo', { sortable: true }),
  phone: phone('Teléfono'),
  url: url('Sitio'),
  taxId: taxId('RNC', { country: 'reference', type: 'choice' }),
  tags: tags('Etiquetas'),
  file: file('Contrato', { accept: ['application/pdf'] }),
  json: json('Cuotas', { row: 'Cuota', fields: { days: integer('Días') } }),
  location: location('Ubicación', { latitude: 'decimal_it', longitude: 'percent_it' }),
} satisfies Record<KindName, Field>;

/** `choice` → `choice_it`, so that no field name is an SQL keyword; names of references end in `_id` or `_ids`. */
const named = (kind: string): string => (kind === 'references' ? 'industry_ids' : `${kind.toLowerCase()}_it`);

const samples: Resource = defineResource({
  name: 'samples',
  screen: 'muestras',
  label: { one: 'Muestra', many: 'Muestras', gender: 'f' },
  fields: {
    ...Object.fromEntries(Object.entries(ofEachKind).map(([kind, field]) => [named(kind), field])),
    code: text('Código', { max: 20, required: true, unique: true, sortable: true }),
    owner_id: reference('Responsable', () => users, { required: true }),
    parent_id: reference('Pertenece a', (): Resource => samples),
    // A name that SQL reserves.
    order: choice('Orden', { one: 'Primero', other: 'Otro' }, { required: true, initial: 'one' }),
  },
  title: 'text_it',
  search: ['code', 'text_it', 'email_it'],
  order: '-date_it',
  owners: ['owner_id'],
  filters: [...Object.keys(ofEachKind).map(named), 'owner_id', 'order'].filter(
    (name) => name !== 'longtext_it',
  ),
});

/** A minimal definition: no archive, nothing optional. */
const plain: Resource = defineResource({
  name: 'plain_samples',
  screen: 'muestras-simples',
  label: { one: 'Muestra simple', many: 'Muestras simples', gender: 'f' },
  fields: { name: text('Nombre', { max: 40, required: true }) },
  title: 'name',
  operations: ['create'],
});

let testDatabase: TestDatabase;
let shape: DatabaseShape;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const owner = new pg.Client(testDatabase.owner);
  await owner.connect();
  try {
    for (const resource of [samples, plain]) await owner.query(migrationOf(resource));
    await owner.query(
      `CREATE FUNCTION location_it(s samples) RETURNS text LANGUAGE sql RETURN s.decimal_it || ', ' || s.percent_it`,
    );
    await owner.query(`CALL grant_app_privileges('${appRole}')`);
  } finally {
    await owner.end();
  }
  shape = await readShape(testDatabase.database);
});
afterAll(() => testDatabase.drop());

describe.each([samples, plain].map((resource) => [resource.name, resource] as const))(
  'the migration of %s makes its table, where',
  (_name, resource) => conformityTests(resource, () => shape),
);

test('places are found by an index of their degrees', () => {
  expect(migrationOf(samples)).toContain(
    'CREATE INDEX samples_location_it ON samples (decimal_it, percent_it);',
  );
});

test('a withdrawn record frees its unique values', () => {
  expect(keptUniqueValues(shape)).toEqual({ tables: [], indexes: [] });
});

test('every filter of the list has an index', () => {
  const leading = shape.indexes
    .filter(({ table }) => table === 'samples' || table === 'sample_industries')
    .map(({ first }) => first.replaceAll('"', ''));
  const textual = /^sort_key\((?:.*?\.)?(\w+)\)/;
  const found = new Set(leading.map((first) => textual.exec(first)?.[1] ?? first));
  const columns: Readonly<Record<string, string>> = {
    industry_ids: 'industry_id',
    location_it: 'decimal_it',
  };
  const wanted = samples.filters.map((name) => columns[name] ?? name);
  expect(wanted.filter((name) => !found.has(name))).toEqual([]);
});

const row = { code: 'M-0001', text_it: 'Océano azul', date_it: '2026-03-09' };

/** Inserts a row without checking foreign keys. */
const write = (values: Readonly<Record<string, unknown>>): Promise<void> => {
  const given = { ...row, owner_id: randomUUID(), ...values };
  const columns = raw(Object.keys(given).join(', '));
  return testDatabase.runAsSuperuser(
    sql`INSERT INTO samples (${columns}) VALUES (${join(Object.values(given))})`,
  );
};

test.each([
  ['a choice that there is not', { choice_it: 'EUR' }, '23514'],
  ['a number out of bounds', { integer_it: 13 }, '23514'],
  ['a text that is too long', { text_it: 'x'.repeat(41) }, '23514'],
  ['rows that are no list', { json_it: '{}' }, '23514'],
  ['nothing where something must be', { date_it: null }, '23502'],
])('the database refuses %s', async (_what, values, code) => {
  await expect(write(values)).rejects.toMatchObject({ code });
});

test('a row is inserted, found by search and logged', async () => {
  const { database } = testDatabase;
  await write({});
  await database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`UPDATE samples SET integer_it = 2 WHERE code = 'M-0001'`);
  });
  expect(
    await database.one(sql`
      SELECT row_version, choice_it, "order", search_text LIKE '%oceano%' AS found,
        (SELECT count(*)::integer FROM audit_log WHERE entity = 'samples' AND action = 'update') AS logged
      FROM samples`),
  ).toEqual({ row_version: 2, choice_it: 'DOP', order: 'one', found: true, logged: 1 });
});
