import type { PhoneSource, RelatedFact } from '../../resource/headline.ts';
import type { Resource } from '../../resource/resource.ts';

const activities = async (): Promise<Resource> =>
  (await import('../clients/related-resources.ts')).relatedResources.activities;
const contacts = async (): Promise<Resource> =>
  (await import('../clients/related-resources.ts')).relatedResources.contacts;

type Company = 'client_id' | 'agency_id';

/**
 * The next planned and the last finished activity of the account, contact or referral.
 *
 * @param by field of an activity that refers to the record
 */
export const activityFacts = (
  by: Company | 'contact_id' | 'referral_id' | 'opportunity_id',
): readonly RelatedFact[] => [
  {
    label: 'Próxima acción',
    of: activities,
    by,
    query: 'f.status=pending,in_progress&sort=scheduled_at',
    shows: ['scheduled_at', 'kind', 'subject'],
    none: 'Sin próxima acción',
  },
  {
    label: 'Último contacto',
    of: activities,
    by,
    query: 'f.status=done&sort=-closed_at',
    shows: ['closed_at', 'kind', 'contact_result_id', 'assigned_to_id'],
    none: 'Sin contacto todavía',
  },
];

/** The telephones of a company's contacts. */
export const phonesOfContacts = (by: Company): PhoneSource => ({
  of: contacts,
  by,
  rows: 'phones',
  main: 'is_main_contact',
});

/** The telephones of the contact that a field refers to. */
export const phonesOfContact = (through: string): PhoneSource => ({ of: contacts, through, rows: 'phones' });
