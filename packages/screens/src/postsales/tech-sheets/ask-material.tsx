import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { materialLinkDays } from '@pauta/domain/postsales/tech-sheets/material-commands.ts';
import { materialMessage } from '@pauta/domain/postsales/tech-sheets/material-message.ts';
import { techSheets } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { whatsAppText } from '@pauta/ui/field-components/phones/phone-links.ts';
import { ShareLink } from '@pauta/ui/public-link/share-link.tsx';
import type { ReactElement } from 'react';

/** Asks whom of the client to ask for the material, then shows the link to the page where it is delivered. */
export const AskMaterial = ({
  record: sheet,
  onClose,
}: {
  readonly record: AnyRecord;
  readonly onClose: () => void;
}): ReactElement => (
  <ShareLink
    command="ask"
    initial={{
      recipient: sheet.delivered_by ?? null,
      email: null,
      expires_on: addDays(companyToday(), materialLinkDays),
      sends_mail: true,
    }}
    onClose={onClose}
    record={sheet}
    resource={techSheets}
    shown={{
      title: ({ recipient }) => `Enlace para entregar el material: ${recipient}`,
      again: 'Si lo pierde, pida el material otra vez y tendrá uno nuevo.',
      mailedWith: ', con lo que falta',
      chat: ({ recipient, expires_on }, url) =>
        whatsAppText(
          null,
          materialMessage({ recipient, sheet: String(sheet.description), until: expires_on, url }),
        ),
    }}
    title={String(sheet.description)}
  />
);
