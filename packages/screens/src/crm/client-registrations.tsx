import { clientRegistrations } from '@pauta/domain/crm/client-registration.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { RegistrationChecks } from './registration-checks.tsx';

/** What the registration already says of the client to be. */
const approvalValues = (transition: string, record: AnyRecord): Readonly<Record<string, unknown>> =>
  transition === 'approve' ? { industry_id: record.industry_id, ...suggestedTaxpayer(record) } : {};

/** Nine digits that begin with 4 are a non-profit's RNC, a cédula is a person's (domain §1.2). */
function suggestedTaxpayer({ tax_id_type, tax_id }: AnyRecord): { taxpayer_type?: string } {
  if (tax_id_type === 'CEDULA') return { taxpayer_type: 'final_consumer' };
  if (tax_id_type === 'RNC' && /^4\d{8}$/.test(String(tax_id))) return { taxpayer_type: 'nonprofit' };
  return {};
}

/** CRM › Registros de clientes: review what companies sent, decide, and turn it into a client. */
export const ClientRegistrations = resourceScreens(clientRegistrations, {
  detail: {
    above: (record) => <RegistrationChecks record={record} />,
    description: (record) => String(record.legal_name),
    transitionInitial: approvalValues,
  },
});
