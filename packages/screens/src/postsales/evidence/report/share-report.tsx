import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { whatsAppText } from '@pauta/ui/field-components/phones/phone-links.ts';
import { ShareLink } from '@pauta/ui/public-link/share-link.tsx';
import type { ReactElement } from 'react';

const label = evidenceReports.commands.share?.label ?? '';

/** Days for which a link is open unless something else is entered. */
const usualDays = 30;

/** Asks to whom a report goes, beginning with the billing contact of its contract, then shows the link once. */
export function ShareReport({
  record: report,
  onClose,
}: {
  record: AnyRecord;
  onClose: () => void;
}): ReactElement {
  const contract = useRecord(contracts, referenceId(report.contract_id));
  const contactId = referenceId(contract.data?.data.billing_contact_id ?? null);
  const found = useRecord(contacts, contactId);
  const isLoading =
    (!contract.data && !contract.error) || (contactId !== null && !found.data && !found.error);
  if (isLoading)
    return (
      <Dialog onClose={onClose} open title={label} width={48}>
        <Skeleton lines={5} />
      </Dialog>
    );
  const contact = found.data?.data;
  return (
    <ShareLink
      command="share"
      initial={{
        recipient: (contact?.full_name as string | undefined) ?? null,
        email: (contact?.primary_email as string | undefined) ?? null,
        expires_on: addDays(companyToday(), usualDays),
        sends_mail: true,
      }}
      onClose={onClose}
      record={report}
      resource={evidenceReports}
      shown={{
        title: () => `Enlace al reporte ${String(report.number)}`,
        again: 'Si lo pierde, envíe el reporte otra vez y tendrá uno nuevo.',
        mailedWith: ', con el PDF',
        chat: (_link, url) => whatsAppText(null, `Evidencias de su pauta (${String(report.number)}): ${url}`),
      }}
      title={String(report.number)}
    />
  );
}
