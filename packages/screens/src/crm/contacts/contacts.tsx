import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, Suspense } from 'react';
import type { About } from '../../activities/attention-dialog.tsx';
import { activityOverrides, mergeAction } from '../../activities/record-page.tsx';
import { activitiesTab } from '../../activities/related-activities.tsx';
import { PrimaryPhoneCell } from './contact-phones.tsx';

const ContactCompanies = lazy(async () => ({
  default: (await import('./contact-companies.tsx')).ContactCompanies,
}));
const VcardButton = lazy(async () => ({ default: (await import('./vcard-button.tsx')).VcardButton }));
const MergeContacts = lazy(async () => ({
  default: (await import('../merging/merge-records.tsx')).MergeContacts,
}));
const MergeSelected = lazy(async () => ({
  default: (await import('../merging/merge-buttons.tsx')).MergeSelected,
}));

/** A contact and their current company: an activity with the contact concerns both. */
const aboutPerson = ({ id, full_name, client_id, agency_id }: AnyRecord): About => ({
  contact_id: { id, label: String(full_name), code: null },
  ...(client_id ? { client_id: client_id as Reference } : {}),
  ...(agency_id ? { agency_id: agency_id as Reference } : {}),
});

/** Consent can only be withdrawn where it was given. */
const commandFields = (name: string, record: AnyRecord): Fields | string | undefined =>
  name === 'withdraw_consent' && record.consent_marketing !== true
    ? 'No hay consentimiento que dar de baja: no recibe publicidad.'
    : contacts.commands[name]?.fields;

/** CRM › Contactos */
export const Contacts = resourceScreens(contacts, {
  cells: { primary_phone: PrimaryPhoneCell },
  list: {
    selectionActions: (selection) => (
      <Suspense>
        <MergeSelected resource={contacts} selection={selection} />
      </Suspense>
    ),
  },
  routes: { fusionar: { title: 'Fusionar contactos', screen: MergeContacts } },
  detail: {
    ...activityOverrides(aboutPerson, {
      more: (contact) => (
        <Suspense>
          <VcardButton contact={contact} />
        </Suspense>
      ),
    }),
    moreActions: (contact, may, go) => [mergeAction(contacts, contact, may, go)],
    commandFields,
    commandInitial: (name, contact) => (name === 'move' ? { role: contact.role, date: companyToday() } : {}),
    tabs: [
      {
        id: 'empresas',
        label: 'Empresas',
        content: (contact) => (
          <Suspense>
            <ContactCompanies contact={contact} />
          </Suspense>
        ),
      },
      activitiesTab('contact_id', 'full_name'),
    ],
  },
});
