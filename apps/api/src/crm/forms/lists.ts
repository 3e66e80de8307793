import { bandNames } from '@pauta/domain/crm/forms/texts/band-names.ts';
import type { FormLocale } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import { phoneExample } from '@pauta/domain/phone/phone.ts';
import { taxIdNames, taxIdTypes } from '@pauta/domain/tax-id/tax-id.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

interface Country {
  iso2: string;
  name: string;
  calling_code: string | null;
}

interface Lists {
  countries: Country[] | null;
  industries: { id: string; name: string }[] | null;
  platforms: { id: string; name: string }[] | null;
}

/** Language of the catalogues, in which their names are entered. */
const catalogueLanguage = 'es';

/**
 * Countries named and sorted in another language than that of the catalogue; a country without a name in it keeps its
 * own.
 */
const countriesIn = (locale: FormLocale, countries: readonly Country[]): Country[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const { compare } = new Intl.Collator(locale);
  return countries
    .map(({ iso2, name, ...country }) => ({
      iso2,
      // A catalogue may contain codes that are not in ISO 3166.
      name: (/^[A-Z]{2}$/.test(iso2) && names.of(iso2)) || name,
      ...country,
    }))
    .sort((one, other) => compare(one.name, other.name));
};

/**
 * The lists of every form, in one of its languages. Industries and platforms have names in one language only: on a page
 * in another language they are marked with theirs.
 */
export const formLists = async (database: Queryable, locale: FormLocale): Promise<object> => {
  const lists = await database.one<Lists>(sql`
    SELECT
      (SELECT json_agg(json_build_object('iso2', code, 'name', name, 'calling_code', calling_code) ORDER BY sort_order, sort_key(name) COLLATE "C")
        FROM countries WHERE is_active AND archived_at IS NULL AND calling_code IS NOT NULL) AS countries,
      (SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY sort_order, sort_key(name) COLLATE "C")
        FROM industries WHERE is_active AND archived_at IS NULL) AS industries,
      (SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY sort_order, sort_key(name) COLLATE "C")
        FROM platforms WHERE is_active AND archived_at IS NULL) AS platforms`);
  const { countries, industries, platforms } = lists ?? {};
  const isOwn = locale.startsWith(catalogueLanguage);
  const asWritten = (options: Lists['industries'] = []) =>
    (options ?? []).map((option) => (isOwn ? option : { ...option, lang: catalogueLanguage }));
  return {
    countries: (isOwn ? (countries ?? []) : countriesIn(locale, countries ?? [])).map((country) => ({
      ...country,
      tax_id_types: taxIdTypes(country.iso2),
      tax_ids: taxIdNames(country.iso2),
      phone_example: phoneExample(country.iso2),
    })),
    industries: asWritten(industries),
    platforms: asWritten(platforms),
    investment_bands: Object.entries(bandNames(locale)).map(([value, label]) => ({ value, label })),
  };
};
