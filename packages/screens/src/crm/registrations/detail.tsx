import { useUser } from '@pauta/core/react';
import { clientRegistrations, sourceSection } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { type DetailTab, ResourceDetail } from '@pauta/ui/detail/resource-detail.tsx';
import type { OwnScreenProps } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { approvalInputs } from './approval-inputs.tsx';
import { RegistrationChecks } from './checks.tsx';
import { RegistrationDocuments } from './documents.tsx';

/** Values of the approval that the registration already contains. */
const approvalValues = (command: string, record: AnyRecord): Readonly<Record<string, unknown>> =>
  command === 'approve'
    ? {
        registration_id: record.id,
        industry_id: record.industry_id,
        ...suggestedTaxpayer(record),
        ...suggestedSignatory(record),
      }
    : {};

/** The person named as signatory; an individual signs for themselves. */
function suggestedSignatory(record: AnyRecord): Readonly<Record<string, unknown>> {
  const isIndividual = record.person_kind === 'individual' && record.tax_id_type === 'CEDULA';
  const name = record.representative_name ?? (isIndividual ? record.legal_name : null);
  const ownNumber = isIndividual && !record.representative_name;
  return {
    with_signatory: name !== null,
    signatory_name: name ?? '',
    signatory_country_id: record.country_id,
    signatory_id_type: (ownNumber ? record.tax_id_type : record.representative_national_id_type) ?? 'CEDULA',
    signatory_id: (ownNumber ? record.tax_id : record.representative_national_id) ?? '',
  };
}

/** Nine digits that begin with 4 are the RNC of a non-profit; a cédula belongs to an individual (domain §1.2). */
function suggestedTaxpayer({ tax_id_type, tax_id }: AnyRecord): { taxpayer_type?: string } {
  if (tax_id_type === 'CEDULA') return { taxpayer_type: 'final_consumer' };
  if (tax_id_type === 'RNC' && /^4\d{8}$/.test(String(tax_id))) return { taxpayer_type: 'nonprofit' };
  return {};
}

const tabs: readonly DetailTab[] = [
  { id: 'documentos', label: 'Documentos', content: (record) => <RegistrationDocuments record={record} /> },
];

const sections = [...clientRegistrations.sections, sourceSection];

const reviewerOf = (record: AnyRecord): string | undefined => (record.reviewer_id as Reference | null)?.id;

/** Leaves out input fields that do not apply to this user or this record. */
const offeredFields = (name: string, record: AnyRecord, userId: string): Fields | string | undefined => {
  if (name === 'take_over' && reviewerOf(record) === userId) return 'Ya está a su nombre.';
  if (name === 'release' && reviewerOf(record) === undefined) return 'No tiene revisor.';
  return clientRegistrations.commands[name]?.fields;
};

function ServiceLevel({ record }: { record: AnyRecord }): ReactElement | null {
  if (record.sla !== 'late' && record.sla !== 'missed') return null;
  const { choices } = clientRegistrations.fields.sla.options as ChoiceOptions;
  const found = choices.find(({ value }) => value === record.sla);
  return found ? <Badge tone={found.tone}>{found.label}</Badge> : null;
}

/** The review of one registration. */
export function RegistrationDetail({ id = '' }: OwnScreenProps): ReactElement {
  const user = useUser();
  return (
    <ResourceDetail
      above={(record) => <RegistrationChecks record={record} />}
      badges={(record) => <ServiceLevel record={record} />}
      id={id}
      inputs={approvalInputs}
      resource={clientRegistrations}
      sections={sections}
      tabs={tabs}
      commandFields={(name, record) => offeredFields(name, record, String(user?.id))}
      commandInitial={approvalValues}
    />
  );
}
