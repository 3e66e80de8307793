import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { mediaLinkDays } from '@pauta/domain/media/files/media-commands.ts';
import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { whatsAppText } from '@pauta/ui/field-components/phones/phone-links.ts';
import { ShareLink } from '@pauta/ui/public-link/share-link.tsx';
import type { ReactElement } from 'react';

/** Makes a link with which somebody without an account sees and downloads a file, then shows it, which is done once. */
export const ShareMedia = ({
  record: media,
  onClose,
}: {
  readonly record: AnyRecord;
  readonly onClose: () => void;
}): ReactElement => (
  <ShareLink
    command="share"
    initial={{ expires_on: addDays(companyToday(), mediaLinkDays), sends_mail: false }}
    onClose={onClose}
    record={media}
    resource={mediaFiles}
    shown={{
      title: ({ recipient }) => `Enlace al archivo: ${recipient}`,
      again: 'Si lo pierde, compártalo otra vez y tendrá uno nuevo.',
      chat: ({ recipient, expires_on }, url) =>
        whatsAppText(
          null,
          `Hola, ${recipient.trim().split(/\s+/)[0]}: le comparto «${String(media.title)}». Puede verlo y descargarlo hasta el ${formatCivilDate(expires_on)}: ${url}`,
        ),
    }}
    title={String(media.title)}
  />
);
