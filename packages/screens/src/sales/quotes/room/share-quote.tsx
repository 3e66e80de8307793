import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { quoteMessage } from '@pauta/domain/sales/quotes/quote-message.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { hasWhatsApp, whatsAppText } from '@pauta/ui/field-components/phones/phone-links.ts';
import { ShareLink } from '@pauta/ui/public-link/share-link.tsx';
import type { ReactElement } from 'react';

const label = quotes.commands.share?.label ?? '';

const chatOf = (contact: AnyRecord | undefined): JsonRow | null =>
  ((contact?.phones ?? []) as readonly JsonRow[]).find(hasWhatsApp) ?? null;

/** Asks to whom a quote goes, beginning with its contact, then shows the link, which is not shown again. */
export function ShareQuote({
  record: quote,
  onClose,
}: {
  record: AnyRecord;
  onClose: () => void;
}): ReactElement {
  const contactId = referenceId(quote.contact_id);
  const found = useRecord(contacts, contactId);
  const contact = found.data?.data;
  if (contactId !== null && !found.data && !found.error) {
    return (
      <Dialog onClose={onClose} open title={label} width={48}>
        <Skeleton lines={5} />
      </Dialog>
    );
  }
  return (
    <ShareLink
      command="share"
      initial={{
        recipient: (contact?.full_name as string | undefined) ?? null,
        email: (contact?.primary_email as string | undefined) ?? null,
        expires_on: quote.valid_until,
        sends_mail: true,
      }}
      onClose={onClose}
      record={quote}
      resource={quotes}
      shown={{
        title: () => `Enlace al presupuesto: ${String(quote.name)}`,
        again: 'Si lo pierde, comparta el presupuesto otra vez y tendrá uno nuevo.',
        mailedWith: ', con el PDF',
        chat: ({ recipient, expires_on }, url) =>
          whatsAppText(
            chatOf(contact),
            quoteMessage({
              recipient,
              name: String(quote.name),
              number: String(quote.number),
              until: expires_on,
              url,
            }),
          ),
      }}
      title={String(quote.name)}
    />
  );
}
