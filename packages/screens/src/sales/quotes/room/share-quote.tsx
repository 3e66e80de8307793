import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { quoteMessage } from '@pauta/domain/sales/quotes/quote-message.ts';
import { CommandDialog } from '@pauta/ui/command/command-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { hasWhatsApp, whatsAppText } from '@pauta/ui/field-components/phones/phone-links.ts';
import { PublicLinkDialog, ShownOnce } from '@pauta/ui/public-link/public-link-dialog.tsx';
import { type ReactElement, useState } from 'react';

const { share: command } = quotes.commands;

const chatOf = (contact: AnyRecord | undefined): JsonRow | null =>
  ((contact?.phones ?? []) as readonly JsonRow[]).find(hasWhatsApp) ?? null;

/** What the server answers once a quote is shared. */
interface Shared {
  readonly path: string;
  readonly recipient: string;
  readonly expires_on: string;
  /** Null: no mail was asked for. */
  readonly mailed_to: string | null;
}

/** The link to the page of a quote, with the text for a messenger. */
function SharedLink({
  quote,
  contact,
  shared: { path, recipient, expires_on, mailed_to },
  onClose,
}: {
  quote: AnyRecord;
  contact: AnyRecord | undefined;
  shared: Shared;
  onClose: () => void;
}): ReactElement {
  return (
    <PublicLinkDialog
      chat={(url) =>
        whatsAppText(
          chatOf(contact),
          quoteMessage({
            recipient,
            name: String(quote.name),
            number: String(quote.number),
            until: expires_on,
            url,
          }),
        )
      }
      onClose={onClose}
      path={path}
      title={`Enlace al presupuesto: ${String(quote.name)}`}
    >
      <ShownOnce>Si lo pierde, comparta el presupuesto otra vez y tendrá uno nuevo.</ShownOnce>
      {mailed_to !== null && <p>También sale por correo a {mailed_to}, con el PDF.</p>}
    </PublicLinkDialog>
  );
}

/** Asks to whom a quote goes, beginning with its contact, then shows the link, which is not shown again. */
export function ShareQuote({
  record: quote,
  onClose,
}: {
  record: AnyRecord;
  onClose: () => void;
}): ReactElement | null {
  const contactId = referenceId(quote.contact_id);
  const found = useRecord(contacts, contactId);
  const [shared, setShared] = useState<Shared>();
  if (!command) return null;
  const contact = found.data?.data;
  if (shared) return <SharedLink contact={contact} onClose={onClose} quote={quote} shared={shared} />;
  if (contactId !== null && !found.data && !found.error) {
    return (
      <Dialog onClose={onClose} open title={command.label} width={48}>
        <Skeleton lines={5} />
      </Dialog>
    );
  }
  return (
    <CommandDialog
      command={command}
      fields={command.fields}
      initial={{
        recipient: (contact?.full_name as string | undefined) ?? null,
        email: (contact?.primary_email as string | undefined) ?? null,
        expires_on: quote.valid_until,
        sends_mail: true,
      }}
      name="share"
      onClose={onClose}
      onDone={(answer) => setShared(answer as unknown as Shared)}
      record={quote}
      resource={quotes}
      title={String(quote.name)}
    />
  );
}
