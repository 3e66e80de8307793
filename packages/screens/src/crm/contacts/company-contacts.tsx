import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';
import { PrimaryPhoneCell, phoneActions } from './contact-phones.tsx';

const columns = ['full_name', 'role', 'job_position_id', 'primary_phone', 'primary_email', 'is_main_contact'];
const phoneActionFields = ['phones'];
const cells = { primary_phone: PrimaryPhoneCell };

/** The contacts of a client or an agency: calling, writing, creating, editing. */
export function CompanyContacts({
  company,
  by,
}: {
  company: AnyRecord;
  by: 'client_id' | 'agency_id';
}): ReactElement {
  const other = by === 'client_id' ? 'agency_id' : 'client_id';
  const sections = contacts.sections.map((section) => ({
    ...section,
    fields: section.fields.filter((name) => name !== other),
  }));
  return (
    <RelatedList
      by={by}
      cells={cells}
      columns={columns}
      empty="Agregue a quienes deciden, compran o pagan, con sus teléfonos y correos."
      of={company}
      pages
      resource={contacts}
      needs={phoneActionFields}
      rowActions={phoneActions}
      sections={sections}
      title="trade_name"
    />
  );
}
