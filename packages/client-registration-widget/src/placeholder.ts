import type { FormTexts } from '@pauta/domain/crm/forms/texts/es-419.ts';
import type { FormDefinition } from './form/form-definition.ts';

/** Invisible text that reserves space, so that searching the page does not find placeholder texts. */
const blank = (length: number): string => '\u2002'.repeat(length);

/** A placeholder line for each question. */
const lines = <T extends object>(known: object): T =>
  new Proxy(known, { get: (_, name) => known[name as keyof typeof known] ?? blank(18) }) as T;

const group = lines({});
/** Texts of typical length, if their length determines the height of the form. */
export const placeholderTexts: FormTexts = lines({
  sections: group,
  labels: group,
  personKinds: group,
  taxIds: group,
  intro: blank(53),
  required: blank(42),
  yes: blank(2),
  no: blank(2),
});

/** A form of typical size, shown as a placeholder until the server has responded. */
export const placeholderDefinition: FormDefinition = {
  key: '',
  title: blank(20),
  countries: [
    {
      iso2: 'DO',
      name: '',
      calling_code: '1',
      tax_id_types: [''],
      tax_ids: [{ type: '', label: '', example: ' ' }],
      phone_example: ' ',
    },
  ],
  default_country: 'DO',
  industries: [],
  platforms: [10, 5, 19, 18, 6, 7, 15, 14, 20, 22, 4, 22].map((letters, id) => ({
    id,
    name: blank(letters),
  })),
  investment_bands: [],
  notice: { version: '', text: blank(48).concat(' ').repeat(5) },
  locale: 'es',
  texts: {},
};
