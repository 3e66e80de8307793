import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';

/**
 * The header of the table that vCards are converted to: labels of the target fields. Undefined where the resource does
 * not accept vCards.
 */
export const vcardHead = (resource: Resource): string[] | undefined => {
  const { vcard } = resource;
  if (!vcard) return undefined;
  const labelOf = (name: string): string => fieldOf(resource, name).label;
  return [
    labelOf(vcard.firstName),
    labelOf(vcard.lastName),
    // Left to the user to match, because the organisation's name in an address book rarely equals that of an account.
    'Empresa según la tarjeta',
    ...[
      vcard.title,
      vcard.phones,
      vcard.emails,
      vcard.email,
      vcard.birthday,
      vcard.links,
      vcard.categories,
      vcard.note,
    ].map(labelOf),
  ];
};

/** The result of reading a vCard file. */
export interface TakenVcards {
  /** Header of the resulting rows; absent where the file is refused. */
  readonly head?: readonly string[];
  /** Names of lists that accept vCards, for the message of other lists: `Contactos`. */
  readonly lists: string;
}

/** Converts vCards to the rows of an import into a resource. */
export const vcardsOf = (resource: Resource, resources: readonly Resource[]): TakenVcards => {
  const head = vcardHead(resource);
  const taking = resources.filter(({ vcard }) => vcard).map(({ label }) => label.many);
  return { lists: new Intl.ListFormat('es', { type: 'disjunction' }).format(taking), ...(head && { head }) };
};
