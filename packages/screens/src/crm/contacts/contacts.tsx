import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { contacts } from '@pauta/domain/crm/contact.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, Suspense } from 'react';
import type { About } from './attention-dialog.tsx';
import { PrimaryPhoneCell } from './contact-reach.tsx';
import { dealingPage, mergeAction } from './record-page.tsx';
import { activitiesTab } from './related-activities.tsx';

const ContactCompanies = lazy(async () => ({
  default: (await import('./contact-companies.tsx')).ContactCompanies,
}));
const CardButton = lazy(async () => ({ default: (await import('./card-button.tsx')).CardButton }));
const MergeContacts = lazy(async () => ({ default: (await import('./merge-records.tsx')).MergeContacts }));
const MergeSelected = lazy(async () => ({ default: (await import('./merge-buttons.tsx')).MergeSelected }));

/** A person, and the company he speaks for: what is done with him is done with it. */
const aboutPerson = ({ id, full_name, client_id, agency_id }: AnyRecord): About => ({
  contact_id: { id, label: String(full_name), code: null },
  ...(client_id ? { client_id: client_id as Reference } : {}),
  ...(agency_id ? { agency_id: agency_id as Reference } : {}),
});

/** Consent can only be withdrawn where it was given. */
const askedBy = (name: string, record: AnyRecord): Fields | string | undefined =>
  name === 'withdraw_consent' && record.consent_marketing !== true
    ? 'No hay consentimiento que dar de baja: no recibe publicidad.'
    : contacts.transitions[name]?.fields;

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
    ...dealingPage(aboutPerson, {
      more: (contact) => (
        <Suspense>
          <CardButton contact={contact} />
        </Suspense>
      ),
    }),
    moreActions: (contact, may, go) => [mergeAction(contacts, contact, may, go)],
    transitionFields: askedBy,
    transitionInitial: (name, contact) =>
      name === 'move' ? { role: contact.role, date: companyToday() } : {},
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
