import type { JsonRow } from '../../kinds/json.ts';
import type { AnyRecord, Resource } from '../../resource/resource.ts';
import { agencies } from '../agencies/agency.ts';
import { clients } from '../clients/client.ts';
import { contacts } from '../contacts/contact.ts';

/** Fields that have a meaning only together, so they are chosen together. */
export interface MergeGroup {
  readonly label: string;
  /** The label of the first one is that of the group. */
  readonly fields: readonly string[];
  /** The other record's value is used only if the user chooses it, even if the remaining record has none. */
  readonly asks?: true;
}

/** The input and the answer of merging two records of a resource, besides its fields (domain §1.2). */
export interface Merging {
  readonly resource: Resource;
  readonly permission: string;
  /** Field with the record's code; without one the title is shown. */
  readonly code?: string;
  /** Identifiers by which a merged record may still be searched. */
  readonly identifiers: readonly string[];
  readonly groups: readonly MergeGroup[];
  /** Lists of which the rows of both may be kept, with the fields that identify equal rows. */
  readonly united: Readonly<Record<string, readonly string[]>>;
}

const companyGroups: readonly MergeGroup[] = [
  { label: 'Identificación fiscal', fields: ['tax_id', 'country_id', 'tax_id_type'] },
  { label: 'Moneda y límite de crédito', fields: ['credit_limit', 'currency_code'] },
];

/** Resources whose records can be merged, by name. */
export const mergings: Readonly<Record<'clients' | 'agencies' | 'contacts', Merging>> = {
  clients: {
    resource: clients,
    permission: 'clients.merge',
    code: 'client_code',
    identifiers: ['client_code', 'company_code', 'tax_id'],
    groups: [
      ...companyGroups,
      { label: 'Exención de impuestos', fields: ['tax_exempt', 'tax_exempt_doc', 'tax_exempt_until'] },
      { label: 'Punto en el mapa', fields: ['latitude', 'longitude'] },
    ],
    united: { tags: [] },
  },
  agencies: {
    resource: agencies,
    permission: 'agencies.merge',
    code: 'agency_code',
    identifiers: ['agency_code', 'company_code', 'tax_id'],
    groups: companyGroups,
    united: { tags: [] },
  },
  contacts: {
    resource: contacts,
    permission: 'contacts.merge',
    identifiers: [],
    groups: [
      { label: 'Nombre', fields: ['first_name', 'last_name'] },
      {
        label: 'Empresa principal',
        fields: ['client_id', 'agency_id', 'role', 'company_since', 'is_main_contact'],
      },
      { label: 'Cargo', fields: ['job_position_id', 'job_title'] },
      { label: 'Acepta recibir publicidad', fields: ['consent_marketing'], asks: true },
    ],
    united: { phones: ['number', 'extension'], emails: ['email'], social_links: ['url'], tags: [] },
  },
};

const listOf = (record: AnyRecord, name: string): readonly (JsonRow | string)[] =>
  (record[name] ?? []) as readonly (JsonRow | string)[];

/**
 * The rows of a list of both records: those of the remaining one, then the additional ones of the other, whose main row
 * is no longer main.
 *
 * @example unitedList(mergings.contacts, 'emails', kept, gone) // [{ email: 'ana@uno.com', is_primary: true }, …]
 */
export const unitedList = (
  { united }: Merging,
  name: string,
  kept: AnyRecord,
  gone: AnyRecord,
): readonly (JsonRow | string)[] => {
  const keys = united[name] ?? [];
  const keyOf = (row: JsonRow | string): string =>
    typeof row === 'string' ? row : JSON.stringify(keys.map((key) => row[key] ?? null));
  const first = listOf(kept, name);
  const known = new Set(first.map(keyOf));
  const further = listOf(gone, name).filter((row) => !known.has(keyOf(row)));
  return [
    ...first,
    ...further.map((row) =>
      first.length > 0 && typeof row !== 'string' && 'is_primary' in row
        ? { ...row, is_primary: false }
        : row,
    ),
  ];
};
