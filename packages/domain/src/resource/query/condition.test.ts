import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clients } from '../../crm/clients/client.ts';
import { writeArea } from '../../geo/area.ts';
import type { Field } from '../../kinds/kind.ts';
import { resources } from '../../resources.ts';
import { fieldOf, type Resource } from '../resource.ts';
import {
  type Condition,
  conditionLimits,
  conditionOf,
  depthOf,
  filtersOf,
  normalizeCondition,
  toParameters,
} from './condition.ts';
import {
  type Dictionary,
  filterableFields,
  readCondition,
  storedDictionary,
  writeCondition,
  writeWords,
} from './condition-text.ts';
import { conditionWord, type KnownNames, spanishDictionary } from './condition-words.ts';
import type { Filter } from './filter.ts';
import { formatQuery, parseQuery } from './query.ts';

const id = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;
const labelOf = (field: Field): string => field.label;

const names: KnownNames = {
  industries: [
    { id: id(1), label: 'Banca' },
    { id: id(2), label: 'Alimentos y bebidas' },
    { id: id(3), label: 'Acero (I)' },
    { id: id(4), label: 'Acero (i)' },
  ],
};
const spanish = spanishDictionary(clients, labelOf, names);
const stored = storedDictionary(clients);

const read = (text: string, dictionary: Dictionary = spanish) => {
  const answer = readCondition(text, dictionary);
  if (!answer.ok) throw new Error(JSON.stringify(answer.errors));
  return answer;
};
const canonical = (text: string): string => {
  const { condition } = read(text);
  return condition === null ? '' : writeCondition(condition, stored);
};
const refusal = (text: string, dictionary: Dictionary = spanish) => {
  const answer = readCondition(text, dictionary);
  if (answer.ok) throw new Error(`${text} was accepted`);
  return answer.errors[0];
};

describe('conditions in Spanish', () => {
  test.each([
    ['estado:activo', 'status:active'],
    ['ESTADO:Activo', 'status:active'],
    ['estado=activo', 'status:active'],
    ['estado:activo,prospecto', 'status:active,prospect'],
    ['-estado:activo', '-status:active'],
    ['no estado:activo', '-status:active'],
    ['-(-estado:activo)', 'status:active'],
    ['"límite de crédito">5,000', 'credit_limit>DOP5000'],
    ['limite_de_credito>=5000', 'credit_limit>=DOP5000'],
    ['limite_de_credito<5000.50', 'credit_limit<DOP5000.50'],
    ['limite_de_credito:1000..5000', 'credit_limit:DOP1000..DOP5000'],
    ['limite_de_credito:1,000..5,000', 'credit_limit:DOP1000..DOP5000'],
    ['limite_de_credito>US$5,000', 'credit_limit>USD5000'],
    ['limite_de_credito>€5000', 'credit_limit>EUR5000'],
    ['limite_de_credito>rd$5000', 'credit_limit>DOP5000'],
    ['limite_de_credito>5000usd', 'credit_limit>USD5000'],
    ['limite_de_credito:US$1,000..5,000', 'credit_limit:USD1000..USD5000'],
    ['credit_limit>1', 'credit_limit>DOP1'],
    ['creado>=1/1/2026', 'created_at>=2026-01-01'],
    ['creado:01/01/2026..31/01/2026', 'created_at:2026-01-01..2026-01-31'],
    ['creado:2026-01-01', 'created_at:2026-01-01'],
    ['nombre_comercial:^ac', 'trade_name:^ac'],
    ['nombre_comercial:=Acme', 'trade_name:=Acme'],
    ['nombre_comercial:="Acme, S.R.L."', 'trade_name:="Acme, S.R.L."'],
    ['nombre_comercial:"dice \\"hola\\""', 'trade_name:"dice \\"hola\\""'],
    ['correo_electronico:x', null],
    ['fuente:-', 'lead_source_id:-'],
    ['-fuente:-', '-lead_source_id:-'],
    ['exento_de_impuestos:sí', 'tax_exempt:true'],
    ['estado_del_credito:en_revision', 'credit_status:in_review'],
    ['estado_del_credito:"en revisión"', 'credit_status:in_review'],
    ['industria:banca', `industry_id:${id(1)}`],
    ['-industria:"alimentos y bebidas"', `-industry_id:${id(2)}`],
    ['estado:activo o estado:prospecto', 'status:active or status:prospect'],
    [
      '(estado:activo o fuente:-) limite_de_credito>5000',
      '(status:active or lead_source_id:-) credit_limit>DOP5000',
    ],
    ['estado:activo y fuente:- o moneda:usd', '(status:active lead_source_id:-) or currency_code:USD'],
    ['-(estado:activo fuente:-)', '-(status:active lead_source_id:-)'],
    ['latitud:-5..5', 'latitude:-5..5'],
    ['notas:rojo,verde', 'notes:rojo or notes:verde'],
    ['', ''],
  ] as const)('%s', (text, expected) => {
    if (expected === null) expect(() => canonical(text)).toThrow();
    else expect(canonical(text)).toBe(expected);
  });

  test('words without a field are the search', () => {
    expect(read('óptica estado:activo "y" 1-31-24679-6')).toMatchObject({
      words: 'óptica y 1-31-24679-6',
      condition: { field: 'status', operator: 'in', values: ['active'] },
    });
    expect(read(writeWords('a:b -c o "d"', spanish)).words).toBe('a:b -c o "d"');
  });

  test.each([
    ['estdo:activo', 'No hay ningún dato «estdo». ¿Quiso decir «estado»?', [0, 5], 'estado'],
    ['estado:actvo', '«actvo» no es un valor de «Estado». ¿Quiso decir «activo»?', [7, 12], 'activo'],
    ['estado>activo', '«Estado» no se compara con >; escriba «estado:valor».', [0, 7], undefined],
    ['estado:', 'Falta el valor después de «estado:».', [0, 7], undefined],
    ['(estado:activo', 'Falta cerrar un paréntesis.', [0, 1], undefined],
    ['estado:activo)', 'Sobra un paréntesis.', [13, 14], undefined],
    ['notas:"abc', 'Falta cerrar las comillas.', [6, 10], undefined],
    ['estado:activo o', 'Falta una condición junto a «o».', [14, 15], undefined],
    ['creado>30/02/2026', '«30/02/2026» no es un valor de «Creado».', [7, 17], undefined],
    ['documento_de_exencion:x', 'No hay ningún dato «documento_de_exencion».', [0, 21], undefined],
    [
      'acme o estado:activo',
      'Las palabras sueltas van fuera de los paréntesis y sin «o».',
      [0, 4],
      undefined,
    ],
    ['industria:acero', '«acero» no se encontró en «Industria».', [10, 15], undefined],
  ] as const)('%s is refused where it is wrong', (text, message, [from, to], suggestion) => {
    expect(refusal(text)).toMatchObject({ message, from, to, ...(suggestion && { suggestion }) });
  });

  test('an unknown name is looked up; an ambiguous one is refused', () => {
    expect(refusal('industria:petróleo')).toMatchObject({
      pending: { field: 'industry_id', written: 'petróleo' },
    });
    expect(refusal('industria:"acero (i)"')?.message).toBe(
      'Hay 2 registros llamados «acero (i)»; elija uno de la lista.',
    );
  });

  test('a label renamed by the company is the word of the field', () => {
    const renamed = spanishDictionary(clients, (field) =>
      field.label === 'Vendedor Adicional' ? 'Segundo ejecutivo' : field.label,
    );
    expect(read('segundo_ejecutivo:-', renamed).condition).toEqual({
      field: 'additional_sales_rep_id',
      operator: 'empty',
    });
  });
});

test('limits are checked before the database is queried', () => {
  const many = Array.from({ length: conditionLimits.terms + 1 }, () => 'notes:a').join(' or ');
  expect(refusal(many, stored)?.message).toBe('Use como máximo 50 condiciones.');
  let deep = 'notes:a';
  for (let level = 0; level < 3; level += 1) deep = `-(-(${deep} notes:b) or notes:c)`;
  expect(refusal(deep, stored)?.message).toBe('Use como máximo 5 niveles de paréntesis.');
  expect(refusal('('.repeat(1999), stored)?.message).toBe('Hay demasiados paréntesis.');
  expect(refusal('-'.repeat(1999), stored)?.message).toBe('Hay demasiadas negaciones o paréntesis.');
  expect(refusal('x'.repeat(2001), stored)?.message).toBe('Use como máximo 2,000 caracteres.');
});

/** Any valid filter of the field. */
const filterOf = (name: string, field: Field): fc.Arbitrary<Filter> => {
  const whatever = field.options.required
    ? []
    : [
        fc
          .constantFrom('empty' as const, 'present' as const)
          .map((operator): Filter => ({ field: name, operator })),
      ];
  const among = (value: fc.Arbitrary<string>): fc.Arbitrary<Filter> =>
    fc
      .tuple(
        fc.constantFrom('in' as const, 'notIn' as const),
        fc.uniqueArray(value, { minLength: 1, maxLength: 4 }),
      )
      .map(([operator, values]) => ({ field: name, operator, values }));
  const ends = (value: fc.Arbitrary<string>): fc.Arbitrary<Filter> =>
    fc.tuple(value, value, fc.constantFrom('both', 'from', 'to', '>', '<')).map(
      ([a, b, shape]): Filter => ({
        field: name,
        operator: 'between',
        from: shape === 'to' || shape === '<' ? null : a,
        to: shape === 'from' || shape === '>' ? null : b,
        ...((shape === '<' || shape === '>') && { open: true }),
      }),
    );
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const time = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((of) => of.map((one) => String(one).padStart(2, '0')).join(':'));
  const own = (): fc.Arbitrary<Filter> => {
    switch (field.kind.family) {
      case 'text':
        return fc
          .tuple(
            fc.constantFrom('contains' as const, 'is' as const, 'starts' as const),
            fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== ''),
          )
          .map(([operator, value]) => ({ field: name, operator, value }));
      case 'range':
        if (field.kind.name === 'time') return ends(time);
        if (field.kind.name === 'money')
          return fc
            .constantFrom('DOP', 'USD', 'HNL')
            .chain((code) => ends(fc.integer({ min: -1e9, max: 1e9 }).map((amount) => `${code}${amount}`)));
        return ends(
          field.kind.filter?.accepts?.('2026-01-01', field.options)
            ? day
            : fc.integer({ min: -1e9, max: 1e9 }).map(String),
        );
      default: {
        const { choices } = field.options as unknown as { choices?: readonly { value: string }[] };
        if (choices) return among(fc.constantFrom(...choices.map(({ value }) => value)));
        if (field.kind.name === 'yesNo') return among(fc.constantFrom('true', 'false'));
        if (field.kind.name === 'tags')
          return among(
            fc
              .string({ minLength: 1, maxLength: 12 })
              .filter((text) => text.trim() !== '' && !text.includes(',')),
          );
        if (field.kind.name === 'location')
          return among(
            fc
              .tuple(
                fc.integer({ min: -90, max: 90 }),
                fc.integer({ min: -180, max: 180 }),
                fc.integer({ min: 1, max: 1000 }),
              )
              .map(([latitude, longitude, km]) =>
                writeArea({ km: String(km), center: { latitude, longitude } }),
              ),
          );
        return among(fc.uuid({ version: 4 }));
      }
    }
  };
  return fc.oneof(own(), ...whatever);
};

const conditionsOf = (resource: Resource): fc.Arbitrary<Condition> => {
  const filter = fc
    .constantFrom(...filterableFields(resource))
    .chain((name) => filterOf(name, fieldOf(resource, name)));
  return fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      filter,
      fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
      tie('condition').map((not) => ({ not })),
    ),
  })).condition;
};

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  const fits = (condition: Condition | null): condition is Condition =>
    condition !== null &&
    depthOf(condition) <= conditionLimits.depth &&
    filtersOf(condition).length <= conditionLimits.terms &&
    writeCondition(condition, storedDictionary(resource)).length <= conditionLimits.length;

  test('a formatted condition is parsed back, in both languages', () => {
    const languages = [storedDictionary(resource), spanishDictionary(resource, labelOf)];
    fc.assert(
      fc.property(conditionsOf(resource), (random) => {
        const condition = normalizeCondition(random);
        fc.pre(fits(condition));
        const [address, person] = languages.map((language) => ({
          language,
          text: writeCondition(condition, language),
        }));
        expect(readCondition(address!.text, address!.language)).toEqual({ ok: true, condition, words: '' });
        fc.pre(person!.text.length <= conditionLimits.length);
        const ids = filtersOf(condition).flatMap((one) => ('values' in one ? one.values : []));
        const known = spanishDictionary(resource, labelOf, knowing(resource, ids));
        expect(readCondition(person!.text, known)).toEqual({ ok: true, condition, words: '' });
      }),
      { numRuns: 60 },
    );
  });

  test('the parameters of a list are equivalent', () => {
    fc.assert(
      fc.property(conditionsOf(resource), (random) => {
        const condition = normalizeCondition(random);
        fc.pre(fits(condition));
        const parameters = toParameters(resource, condition);
        const start = parseQuery(resource, {});
        const query = start.ok && { ...start.query, ...parameters };
        if (!query) throw new Error('the empty query is valid');
        const text = formatQuery(resource, query).toString();
        const again = parseQuery(resource, Object.fromEntries(new URLSearchParams(text)));
        expect(again).toEqual({ ok: true, query });
        expect(sorted(conditionOf(query))).toEqual(sorted(condition));
      }),
      { numRuns: 60 },
    );
  });

  test('every field has a distinct word', () => {
    const words = filterableFields(resource).map((name) =>
      spanishDictionary(resource, labelOf).fieldWord(name),
    );
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).toBe(conditionWord(word));
  });
});

/** Every id is known as a name in every resource that could be meant. */
const knowing = (resource: Resource, ids: readonly string[]): KnownNames =>
  Object.fromEntries(
    Object.values(resource.fields)
      .filter(({ kind }) => kind.name === 'reference' || kind.name === 'references')
      .map((field) => [
        (field.options as unknown as { to: () => Resource }).to().name,
        ids.map((one) => ({ id: one, label: '' })),
      ]),
  );

/** The members of the outermost "and" may be in any order. */
const sorted = (condition: Condition | null): string[] =>
  (condition !== null && 'all' in condition ? condition.all : [condition])
    .map((one) => JSON.stringify(one))
    .sort();

test('any input has a result', () => {
  const pieces = fc.constantFrom(
    '(',
    ')',
    '"',
    '-',
    ':',
    '>=',
    '<',
    ',',
    '..',
    ' ',
    'o',
    'y',
    'estado',
    'activo',
    'creado',
    '^',
    '=',
    '\\',
    '☃',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (garbage) => {
      for (const dictionary of [spanish, stored]) {
        const answer = readCondition(garbage, dictionary);
        if (answer.ok) continue;
        for (const { message, from, to } of answer.errors) {
          expect(message).toMatch(/[.?]$/);
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(garbage.length);
          expect(from).toBeLessThanOrEqual(to);
        }
      }
    }),
    { numRuns: 2000 },
  );
});
