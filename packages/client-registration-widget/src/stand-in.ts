import type { FormDefinition } from './net/form-definition.ts';
import { es, type Texts } from './texts/es.ts';

/** The same words without a letter: they take their space, and nobody finds a field before it is there. */
const blank = (text: string): string => text.replace(/\S/g, '\u2002');

function blanked<T>(value: T): T {
  if (typeof value === 'string') return blank(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, blanked(part)])) as T;
}

export const standInTexts: Texts = blanked(es);

/** A form of about the usual size for the moment before the server has answered. */
export const standInDefinition: FormDefinition = {
  key: '',
  title: blank(es.title),
  countries: [
    {
      iso2: 'DO',
      name: '',
      calling_code: '1',
      tax_id_types: ['RNC'],
      tax_ids: [{ type: 'RNC', label: 'RNC', example: '1-31-24679-6' }],
      phone_example: '809 555 0100',
    },
  ],
  default_country: 'DO',
  industries: [],
  platforms: [10, 5, 19, 18, 6, 7, 15, 14, 20, 22, 4, 22].map((letters, id) => ({
    id,
    name: blank('x'.repeat(letters)),
  })),
  investment_bands: [],
  notice: { version: '', text: blank('Sus datos se usan para atender esta solicitud. '.repeat(5)) },
  locale: 'es',
};
