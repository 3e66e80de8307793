import { beforeEach, expect, test } from 'vitest';
import { registerIrregularTaxIds } from '../../tax-id/do.ts';
import { irregularCedulas, irregularRnc } from '../../tax-id/do-irregular.ts';
import { taxIdRule, taxIdShapeRule } from '../../tax-id/tax-id-rule.ts';

const dominicana = { id: '01890a5d-ac96-774b-bcce-b302099a8057', label: 'República Dominicana', code: 'DO' };
const rnc = (tax_id: string) => ({ country_id: dominicana, tax_id_type: 'RNC', tax_id });

beforeEach(() => registerIrregularTaxIds({ RNC: irregularRnc, CEDULA: irregularCedulas }));

test('a client needs a tax id that is valid for its country and type', () => {
  expect(taxIdRule(rnc('131246796'))).toBeNull();
  expect(taxIdRule(rnc('131246797'))).toEqual({
    tax_id: ['El dígito verificador del RNC no coincide. Revise el número.'],
  });
  expect(taxIdRule({ ...rnc('131246796'), country_id: { ...dominicana, code: 'MX' } })).toHaveProperty(
    'tax_id',
  );
});

test('a number that was accepted before is not questioned until it changes', () => {
  const accepted = rnc('131246797');
  expect(taxIdRule({ ...accepted, notes: 'Otra cosa' }, accepted)).toBeNull();
  expect(taxIdRule(rnc('131246798'), accepted)).toHaveProperty('tax_id');
  expect(taxIdRule({ ...accepted, tax_id_type: 'CEDULA' }, accepted)).toHaveProperty('tax_id');
});

test('a registration accepts a wrong check digit, on which the reviewer decides, but no other format', () => {
  expect(taxIdShapeRule(rnc('131246797'))).toBeNull();
  expect(taxIdShapeRule(rnc('1312467'))).toHaveProperty('tax_id');
  expect(taxIdShapeRule({ ...rnc('131246796'), tax_id_type: 'RFC' })).toHaveProperty('tax_id');
});

test('a listed irregular number is valid', () => {
  expect(taxIdRule(rnc('501620371'))).toBeNull();
  expect(taxIdRule(rnc('10233317'))).toBeNull();
});
