import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Answers,
  change,
  emptyAnswers,
  type FieldName,
} from '../packages/client-registration-widget/src/form/answers.ts';
import { checkAll, checkField } from '../packages/client-registration-widget/src/form/check.ts';
import { fieldOrder, fields } from '../packages/client-registration-widget/src/form/fields.ts';
import type {
  FormDefinition,
  TaxIdName,
} from '../packages/client-registration-widget/src/form/form-definition.ts';
import {
  type RegistrationBody,
  requestBody,
} from '../packages/client-registration-widget/src/form/request/request-body.ts';
import { optionalQuestions } from '../packages/domain/src/crm/forms/public-form.ts';
import type { FormTexts } from '../packages/domain/src/crm/forms/texts/form-texts.ts';
import { administrator, startProduct } from './setup.ts';

/** An insecure origin: browsers cannot compute hashes there, so the server requires no proof of work. */
const page = 'http://insegura.example';
const folder = mkdtempSync(join(tmpdir(), 'pauta-contract-'));
let product: Awaited<ReturnType<typeof startProduct>>;
let definitions: FormDefinition[];

/** A random form: its questions, initial country, language and layout. */
const formArbitrary = fc.record({
  shown_fields: fc.subarray(Object.keys(optionalQuestions)),
  locale: fc.constantFrom('es-419', 'es-DO', 'es-MX', 'es-ES', 'en'),
  layout: fc.constantFrom('page', 'steps'),
  country: fc.nat(),
  lang: fc.constantFrom('', '?lang=en', '?lang=es-MX', '?lang=pt'),
});
const formCount = 8;

beforeAll(async () => {
  product = await startProduct({
    PAUTA_DATA_DIR: join(folder, 'data'),
    PAUTA_DEMO: '0',
    PAUTA_RATE_LIMIT_ANONYMOUS: '0',
    PAUTA_ADMIN_EMAIL: administrator.email,
    PAUTA_ADMIN_PASSWORD: administrator.password,
  });
  const call = async (path: string, body?: object, token?: string) => {
    const answer = await fetch(`${product.address}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    return JSON.parse(text);
  };
  const { token } = await call('/login', administrator);
  const { data: countries } = await call('/countries?limit=100', undefined, token);
  definitions = [];
  for (const [index, { country, lang, ...values }] of fc.sample(formArbitrary, formCount).entries()) {
    const { data: record } = await call(
      '/public-forms',
      {
        ...values,
        name: `Contrato ${index}`,
        title: 'Registro de clientes',
        allowed_origins: [page],
        default_country_id: countries[country % countries.length].id,
        notice_version: '1',
        notice_text: 'Usamos sus datos para responderle.',
      },
      token,
    );
    definitions.push((await call(`/public/forms/${record.key}${lang}`)).form);
  }
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let visitors = 0;
/** Sends a registration from a different IP address each time, like different visitors. */
const send = ({ key }: FormDefinition, body: object) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    visitors += 1;
    const { port } = new URL(product.address);
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, method: 'POST', path: `/api/public/forms/${key}/registrations` },
        localAddress: `127.${1 + (visitors >> 8)}.${visitors & 255}.1`,
        headers: { 'content-type': 'application/json', origin: page },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });

/** Values that users type or paste, valid and invalid. */
const typed = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom('Ana Peñaló', 'Panadería Ñico, S.R.L.', '🎉 Fiesta', 'Calle 1\nPiso 2'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\u200b', '\u202eAna', 'ﷺ'.repeat(300), 'ß'.repeat(300)) },
);
const email = fc.oneof(
  { weight: 9, arbitrary: fc.emailAddress() },
  fc.constantFrom(
    'Ana@Nico.example.com',
    ' ana@nico.do ',
    `${'İ'.repeat(140)}@a.com`,
    'ana@compañía.com',
    'ana',
  ),
);
const website = fc.oneof(
  { weight: 12, arbitrary: fc.webUrl({ withFragments: true, withQueryParameters: true }) },
  fc.constantFrom(
    '',
    'nico.com.do',
    'https://ñandú.com/ñ',
    `a.com/${'ñ'.repeat(200)}`,
    'javascript:alert(1)',
    'ftp://a.b',
  ),
);
/** A number unchanged, with other separators, with a wrong digit, or empty. */
const numberLike = (example: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(example) },
    fc.constant(example.split('').join(' - ')),
    fc.constant(`\u202a${example}\u202c`),
    fc.constant(example.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))),
    fc.string({ unit: fc.constantFrom(...'0123456789 -./KkXabß'), maxLength: 40 }),
  );

const answersTo = (definition: FormDefinition): fc.Arbitrary<Answers> =>
  fc
    .tuple(
      fc.constantFrom(...definition.countries),
      fc.constantFrom<Answers['person_kind']>('legal_entity', 'individual'),
      fc.nat(),
    )
    .chain(([country, kind, pick]) => {
      const start = change(
        change(emptyAnswers(definition), 'person_kind', kind, definition),
        'country',
        country.iso2,
        definition,
      );
      const types = country.tax_ids ?? [];
      const type: TaxIdName = types[pick % types.length] ?? { type: start.tax_id_type, label: '' };
      const agencyType = types[(pick >> 4) % types.length] ?? type;
      return fc
        .record({
          legal_name: typed,
          trade_name: typed,
          tax_id: numberLike(type.example ?? 'AB-123456'),
          locality: typed,
          address: typed,
          website,
          industry_id: fc.constantFrom('', ...definition.industries.map(({ id }) => String(id))),
          investment_band: fc.constantFrom('', ...definition.investment_bands.map(({ value }) => value)),
          platform_ids: fc.subarray(definition.platforms.map(({ id }) => String(id))),
          'contact.first_name': typed,
          'contact.last_name': typed,
          'contact.job': typed,
          'contact.email': email,
          'contact.phone': numberLike(country.phone_example ?? `${country.calling_code} 912345678`),
          has_agency: fc.boolean(),
          'agency.name': typed,
          'agency.tax_id': numberLike(agencyType.example ?? 'AB-123456'),
          comments: typed,
          consent: fc.constantFrom(true, true, true, true, false),
          fax: fc.constantFrom('', 'x'),
        })
        .map((given) => {
          const answers: Answers = { ...start, tax_id_type: type.type, ...given };
          // Inputs limit the length of their text.
          const cut = Object.entries(answers).map(([name, value]) => [
            name,
            typeof value === 'string' ? value.slice(0, fields[name as FieldName].max) : value,
          ]);
          return Object.fromEntries(cut) as Answers;
        });
    });

const visits = fc
  .nat(formCount - 1)
  .chain((number) =>
    fc.record({ number: fc.constant(number), answers: answersTo(definitions[number] as FormDefinition) }),
  );

/** The request body that the form would send without validation. */
const unchecked = (answers: Answers, body: RegistrationBody): object => {
  const of = (group: string) =>
    Object.fromEntries(
      Object.entries(answers).flatMap(([name, value]) =>
        name.startsWith(group) ? [[name.slice(group.length), value]] : [],
      ),
    );
  const texts = Object.keys(body).flatMap((name) => {
    const value = answers[name as FieldName];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return {
    ...body,
    ...Object.fromEntries(texts),
    contact: of('contact.'),
    agency: answers.has_agency ? of('agency.') : null,
    consent: answers.consent,
  };
};

/** The field at which the form shows an error of the server, determined as in `refuse` of its engine. */
const fieldBeside = (path: string): FieldName | undefined =>
  fieldOrder.find((one) => path === one || path.startsWith(`${one}.`));

test('the server accepts every registration that the form accepts, and each of its errors belongs to a field', async () => {
  const seen = { taken: 0, held: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(visits, async ({ number, answers }) => {
      const definition = definitions[number] as FormDefinition;
      const texts = definition.texts as FormTexts;
      // An unusual number is accepted after the user confirms it.
      const trusted = [answers.tax_id, answers['agency.tax_id']];
      const checking = { definition, texts, trusted };
      const errors = checkAll(answers, checking);
      for (const name of fieldOrder) {
        const { error, shown, value } = checkField(name, answers, checking);
        if (error || shown === undefined) continue;
        const again = checkField(
          name,
          { ...answers, [name]: shown },
          { ...checking, trusted: [...trusted, shown] },
        );
        expect(again.value, `${name} as it is shown: ${shown}`).toBe(value);
      }
      const body = requestBody(answers, definition, texts);
      if (Object.keys(errors).length === 0) {
        const { status, text } = await send(definition, body);
        expect(status, text).toBe(201);
        seen.taken += 1;
        return;
      }
      seen.held += 1;
      const { status, text } = await send(definition, unchecked(answers, body));
      expect([201, 422], text).toContain(status);
      if (status === 201) return;
      seen.refused += 1;
      const told = JSON.parse(text).errors as Record<string, string[]>;
      expect(Object.keys(told).length, text).toBeGreaterThan(0);
      for (const path of Object.keys(told)) expect(fieldBeside(path), text).toBeDefined();
    }),
    { numRuns: 600 },
  );
  // Both outcomes must occur often enough for the test to be meaningful.
  expect(Math.min(seen.taken, seen.refused), JSON.stringify(seen)).toBeGreaterThan(120);
});
