import { isId } from '@pauta/domain/kinds/reference.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Company } from '../merging/similar-clients.ts';

/** The data of a company in a form that is not saved yet. */
export interface CompanyBody {
  legal_name?: string | null;
  trade_name?: string | null;
  tax_id?: string | null;
  /** Id of the country, or its two-letter code. */
  country?: string | null;
  /** The record that is edited, which is excluded from the search. */
  except?: string | null;
}

const optionalText = (maxLength: number) => ({ type: ['string', 'null'], maxLength });

/** JSON Schema of `CompanyBody`. */
export const companySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    legal_name: optionalText(160),
    trade_name: optionalText(160),
    tax_id: optionalText(40),
    country: { ...optionalText(36), description: 'Identificador del país o su código de dos letras' },
    except: { type: ['string', 'null'], format: 'uuid', description: 'El registro que se edita' },
  },
} as const;

const text = (value: string | null | undefined): string | null => value?.trim() || null;

/** The company in a request body, in the form used for comparison. */
export const readCompany = async (
  database: Queryable,
  { legal_name, trade_name, tax_id, country }: CompanyBody,
): Promise<Company> => {
  const nation = isId(country)
    ? country
    : (await database.one<{ id: string }>(sql`SELECT id FROM countries WHERE code = upper(${text(country)})`))
        ?.id;
  return {
    legal_name: text(legal_name),
    trade_name: text(trade_name),
    country_id: nation ?? null,
    tax_id:
      text(tax_id)
        ?.toUpperCase()
        .replace(/[\s.\-/]/g, '') ?? null,
  };
};
