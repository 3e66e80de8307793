import { parsePhone, phoneExample } from '@pauta/domain/phone/phone.ts';
import { parseTaxId, taxIdNames } from '@pauta/domain/tax-id/tax-id.ts';
import { expect, test } from 'vitest';
import { momentsOf, sampleAnswers } from './visit.ts';

test.each([
  'DO',
  'MX',
  'CO',
  'CL',
  'AR',
  'PE',
  'GT',
  'EC',
  'ES',
  'SV',
  'PY',
  'UY',
  'VE',
  'CR',
  'PA',
  'US',
  'JP',
])('the sample answers of the preview are valid in %s', (iso2) => {
  const tax_ids = taxIdNames(iso2);
  const answers = sampleAnswers({
    default_country: iso2,
    countries: [
      { iso2: 'XX', tax_ids: [] },
      { iso2, tax_ids, phone_example: phoneExample(iso2) },
    ],
  });
  const { type = '' } = tax_ids.find((one) => one.type !== 'PASAPORTE') ?? {};
  expect(parseTaxId(iso2, type, answers.tax_id ?? '')).toMatchObject({ ok: true });
  expect(parsePhone(answers['contact.phone'] ?? '', iso2)).toMatchObject({ ok: true });
});

test('only a form in steps offers its steps', () => {
  const names = (steps: number) => momentsOf(steps).map(({ value }) => value);
  expect(names(0)).toEqual(['open', 'errors', 'done', 'off']);
  expect(names(2)).toEqual(['open', 'step-2', 'errors', 'done', 'off']);
  expect(names(3)).toEqual(['open', 'step-2', 'step-3', 'errors', 'done', 'off']);
});
