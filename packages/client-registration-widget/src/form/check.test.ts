import { en } from '@pauta/domain/crm/forms/texts/en.ts';
import { es419 as es } from '@pauta/domain/crm/forms/texts/es-419.ts';
import { describe, expect, test } from 'vitest';
import { sampleDefinition as definition } from '../testing/sample-definition.ts';
import { type Answers, change, emptyAnswers } from './answers.ts';
import { checkAll, checkField } from './check.ts';

const answers = (some: Partial<Answers>): Answers => ({ ...emptyAnswers(definition), ...some });
const checking = { definition, texts: es };
const errorOf = (name: keyof Answers, some: Partial<Answers>) =>
  checkField(name, answers(some), checking).error;

test('an empty form reports its required fields, in the order of the form', () => {
  expect(Object.keys(checkAll(answers({}), checking))).toEqual([
    'legal_name',
    'tax_id',
    'contact.first_name',
    'contact.last_name',
    'contact.email',
    'contact.phone',
    'consent',
  ]);
});

test.each([
  ['legal_name', { legal_name: '   ' }, 'Escriba la razón social.'],
  ['legal_name', { legal_name: '\u200b\u202e' }, 'Escriba la razón social.'],
  ['legal_name', { person_kind: 'individual' }, 'Escriba el nombre completo.'],
  ['legal_name', { legal_name: 'x'.repeat(161) }, 'Use como máximo 160 caracteres; tiene 161.'],
  ['legal_name', { legal_name: 'A\0B' }, 'El texto tiene caracteres que no se pueden guardar.'],
  [
    'tax_id',
    { tax_id: '101850042' },
    /^El dígito verificador del RNC no coincide. Revise el número. Si está bien escrito, continúe.$/,
  ],
  ['tax_id', { country: 'MX', tax_id_type: 'RFC', tax_id: 'GODE561231' }, /El RFC lleva 12 caracteres/],
  ['website', { website: 'no es una dirección' }, /dirección web válida/],
  ['website', { website: 'javascript:alert(1)' }, /dirección web válida/],
  ['contact.email', { 'contact.email': 'ana@launion' }, /correo válido/],
  ['contact.phone', { 'contact.phone': '555-0100' }, /lleva 10 dígitos/],
  ['agency.name', { has_agency: true }, 'Escriba el nombre de la agencia.'],
  ['agency.tax_id', { has_agency: true, 'agency.tax_id': '101850042' }, /no corresponde al país/],
  ['agency.tax_id', { has_agency: true, 'agency.tax_id': 'X'.repeat(21) }, /como máximo 20 caracteres/],
  ['consent', {}, /Marque la casilla/],
] as const)('%s is refused', (name, some, message) => {
  expect(errorOf(name, some as Partial<Answers>)).toMatch(message);
});

test.each([
  ['tax_id', { tax_id: '1-01-85004-3' }],
  ['tax_id', { tax_id_type: 'PASAPORTE', tax_id: 'RD1234567' }],
  ['website', { website: '' }],
  ['website', { website: 'www.empresa.com.do/inicio' }],
  ['contact.phone', { 'contact.phone': '+57 300 123 4567' }],
  ['contact.phone', { country: 'CL', 'contact.phone': '9 6123 4567' }],
  ['agency.name', { has_agency: false }],
  ['agency.tax_id', { has_agency: true, 'agency.tax_id': 'B-12-345' }],
] as const)('%s is accepted', (name, some) => {
  expect(errorOf(name, some)).toBeUndefined();
});

test('an identification type without a rule here is checked only by the server', () => {
  const own = {
    ...definition,
    countries: [{ iso2: 'HN', name: 'Honduras', calling_code: '504', tax_id_types: ['RTN'] }],
  };
  const some = { ...emptyAnswers(own), country: 'HN', tax_id_type: 'RTN', tax_id: '0801-1990-12345' };
  expect(checkField('tax_id', some, { ...checking, definition: own })).toEqual({ value: '0801-1990-12345' });
});

test('an unusual RFC gets a warning and is accepted', () => {
  const some = answers({ country: 'MX', tax_id_type: 'RFC', tax_id: 'gode 561231 gr9' });
  expect(checkField('tax_id', some, checking)).toMatchObject({
    value: 'GODE561231GR9',
    shown: 'GODE 561231 GR9',
    warning: expect.stringContaining('no es el habitual'),
  });
});

// Valid although it violates the rule; the server has a list of such numbers (`do-irregular.ts`).
test.each([
  ['tax_id', '101581601', /dígito verificador/],
  ['agency.tax_id', '101595422', /Revise la identificación de la agencia/],
] as const)('a doubtful %s is held back until its visitor insists', (name, number, doubt) => {
  const some = answers({ has_agency: true, [name]: number });
  expect(checkField(name, some, checking)).toEqual({ value: number, error: expect.stringMatching(doubt) });
  expect(checkField(name, some, { ...checking, trusted: [number] })).toEqual({
    value: number,
    warning: expect.stringMatching(doubt),
  });
  expect(checkField(name, some, { ...checking, trusted: ['101581602'] }).error).toMatch(doubt);
});

test('an irregular number with a digit less is invalid, not just questioned', () => {
  expect(errorOf('tax_id', { tax_id: '10233317' })).toBeUndefined();
  expect(errorOf('tax_id', { tax_id: '1023331' })).toMatch(/lleva 9 dígitos/);
});

describe('in another language', () => {
  const english = { ...checking, texts: en };
  test.each([
    ['legal_name', { legal_name: 'A\0B' }, 'Shorten this text.'],
    ['legal_name', { person_kind: 'individual' }, 'Enter the full name.'],
    ['tax_id', { tax_id: '101850042' }, /^The check digit is wrong.* If it is right, continue.$/],
    ['tax_id', { tax_id_type: 'CEDULA', tax_id: '1' }, 'The ID card is wrong. Check the number.'],
    ['tax_id', { country: 'MX', tax_id_type: 'RFC', tax_id: '1' }, 'The RFC is wrong. Check the number.'],
    ['contact.phone', { 'contact.phone': '1' }, 'The phone is wrong. Check the number.'],
    ['contact.phone', { 'contact.phone': '809 555 0100 ext. 4' }, 'Enter the phone without the extension.'],
    ['contact.email', { 'contact.email': 'ana' }, 'The email is wrong. Example: name@company.com'],
    ['website', { website: 'no' }, 'The website is wrong. Example: www.company.com'],
    ['consent', {}, 'Tick the box to send the form.'],
  ] as const)('%s is refused in it', (name, some, message) => {
    expect(checkField(name, answers(some as Partial<Answers>), english).error).toMatch(message);
  });

  test('a warning is in the form’s language', () => {
    const some = answers({ country: 'MX', tax_id_type: 'RFC', tax_id: 'gode 561231 gr9' });
    expect(checkField('tax_id', some, english).warning).toBe(
      'The check digit is wrong. Check the number. If it is right, continue.',
    );
  });
});

describe('dependent answers', () => {
  test('changing the country sets its identification type', () => {
    expect(change(answers({}), 'country', 'MX', definition).tax_id_type).toBe('RFC');
    expect(change(answers({}), 'country', 'GT', definition).tax_id_type).toBe('NIT');
    // A passport is not an identification of a company.
    expect(change(answers({}), 'country', 'PR', definition).tax_id_type).toBe('OTRO');
  });

  test('an individual gets the cédula if the country has one', () => {
    expect(change(answers({}), 'person_kind', 'individual', definition).tax_id_type).toBe('CEDULA');
    expect(
      change(answers({ country: 'CL', tax_id_type: 'RUT' }), 'person_kind', 'individual', definition)
        .tax_id_type,
    ).toBe('RUT');
  });

  test('a typed number keeps its type', () => {
    expect(
      change(answers({ tax_id: '101850043' }), 'person_kind', 'individual', definition).tax_id_type,
    ).toBe('RNC');
  });
});
