import { es419 as es } from '@pauta/domain/crm/forms/texts/es-419.ts';
import { expect, test } from 'vitest';
import { sampleDefinition as definition } from '../../testing/sample-definition.ts';
import { emptyAnswers } from '../answers.ts';
import { requestBody } from './request-body.ts';

const answers = {
  ...emptyAnswers(definition),
  legal_name: '  Panadería  La Unión ',
  tax_id: '1-01-85004-3',
  'contact.first_name': 'Ana',
  'contact.last_name': 'Núñez',
  'contact.email': 'Ana@LaUnion.DO',
  'contact.phone': '(809) 555-0100',
  website: 'launion.do',
  industry_id: '0199-2',
  // In the order of the clicks; one of them is no longer in the list.
  platform_ids: ['0198-2', '0198-1', 'gone'],
  consent: true,
};

test('answers are sent in the format of the server, empty ones are omitted', () => {
  expect(JSON.parse(JSON.stringify(requestBody(answers, definition, es)))).toEqual({
    legal_name: 'Panadería La Unión',
    person_kind: 'legal_entity',
    country: 'DO',
    tax_id_type: 'RNC',
    tax_id: '101850043',
    website: 'https://launion.do',
    industry_id: '0199-2',
    platform_ids: ['0198-1', '0198-2'],
    contact: { first_name: 'Ana', last_name: 'Núñez', email: 'ana@launion.do', phone: '+18095550100' },
    agency: null,
    consent: true,
    notice_version: '2026-01',
    fax: '',
  });
});

test('an agency is sent only if there is one', () => {
  const typed = { ...answers, 'agency.name': 'Uno', 'agency.tax_id': '131-24679-6' };
  expect(requestBody(typed, definition, es).agency).toBeNull();
  expect(requestBody({ ...typed, has_agency: true }, definition, es).agency).toEqual({
    name: 'Uno',
    tax_id: '131246796',
  });
});

test('ids keep the type that the server gave them', () => {
  const numbered = {
    ...definition,
    industries: [{ id: 7, name: 'Banca' }],
    platforms: [{ id: 3, name: 'Radio' }],
  };
  const body = requestBody({ ...answers, industry_id: '7', platform_ids: ['3'] }, numbered, es);
  expect(body.industry_id).toBe(7);
  expect(body.platform_ids).toEqual([3]);
});
