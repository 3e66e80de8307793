import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { signingLinkDays } from '@pauta/domain/sales/signing/signature.ts';
import { signingMessage } from '@pauta/domain/sales/signing/signing-message.ts';
import { CommandDialog } from '@pauta/ui/command/command-dialog.tsx';
import { whatsAppText } from '@pauta/ui/field-components/phones/phone-links.ts';
import { PublicLinkDialog, ShownOnce } from '@pauta/ui/public-link/public-link-dialog.tsx';
import { type ReactElement, useState } from 'react';
import { campaignName, documentName, type SignedDocument } from './signed-document.ts';
import type { SignerAnswer } from './signing-answer.ts';

/** What the server answers once a link is made. */
interface Shared {
  readonly path: string;
  readonly recipient: string;
  readonly expires_on: string;
  /** Null: no mail was asked for. */
  readonly mailed_to: string | null;
}

/** Makes a link with which a signer reads and signs a document, then shows it, which is done once. */
export function ShareSigning({
  record,
  resource,
  signer,
  onClose,
}: SignedDocument & {
  readonly signer: SignerAnswer;
  readonly onClose: () => void;
}): ReactElement | null {
  const [shared, setShared] = useState<Shared>();
  const { share_signing: command } = resource.commands;
  if (!command) return null;
  if (shared) {
    const { path, recipient, expires_on, mailed_to } = shared;
    return (
      <PublicLinkDialog
        chat={(url) =>
          whatsAppText(
            null,
            signingMessage({
              recipient,
              document: documentName({ record, resource }),
              name: campaignName({ record, resource }),
              until: expires_on,
              url,
            }),
          )
        }
        onClose={onClose}
        path={path}
        title={`Enlace para firmar: ${recipient}`}
      >
        <ShownOnce>Si lo pierde, compártalo otra vez y tendrá uno nuevo.</ShownOnce>
        {mailed_to !== null && <p>También sale por correo a {mailed_to}.</p>}
      </PublicLinkDialog>
    );
  }
  return (
    <CommandDialog
      command={command}
      fields={command.fields}
      fixed={{ signer_id: signer.id }}
      initial={{
        email: signer.email,
        expires_on: addDays(companyToday(), signingLinkDays),
        sends_mail: true,
      }}
      name="share_signing"
      onClose={onClose}
      onDone={(answer) => setShared(answer as unknown as Shared)}
      record={record}
      resource={resource}
      title={signer.full_name}
    />
  );
}
