import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { signingLinkDays } from '@pauta/domain/sales/signing/signature.ts';
import { signingMessage } from '@pauta/domain/sales/signing/signing-message.ts';
import { whatsAppText } from '@pauta/ui/field-components/phones/phone-links.ts';
import { ShareLink } from '@pauta/ui/public-link/share-link.tsx';
import type { ReactElement } from 'react';
import { campaignName, documentName, type SignedDocument } from './signed-document.ts';
import type { SignerAnswer } from './signing-answer.ts';

/** Makes a link with which a signer reads and signs a document, then shows it, which is done once. */
export function ShareSigning({
  record,
  resource,
  signer,
  onClose,
}: SignedDocument & {
  readonly signer: SignerAnswer;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <ShareLink
      command="share_signing"
      fixed={{ signer_id: signer.id }}
      initial={{
        email: signer.email,
        expires_on: addDays(companyToday(), signingLinkDays),
        sends_mail: true,
      }}
      onClose={onClose}
      record={record}
      resource={resource}
      shown={{
        title: ({ recipient }) => `Enlace para firmar: ${recipient}`,
        again: 'Si lo pierde, compártalo otra vez y tendrá uno nuevo.',
        chat: ({ recipient, expires_on }, url) =>
          whatsAppText(
            null,
            signingMessage({
              recipient,
              document: documentName({ record, resource }),
              name: campaignName({ record, resource }),
              until: expires_on,
              url,
            }),
          ),
      }}
      title={signer.full_name}
    />
  );
}
