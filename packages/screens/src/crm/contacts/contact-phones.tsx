import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { MenuAction } from '@pauta/ui/controls/menu.tsx';
import { type CellProps, Nothing } from '@pauta/ui/field-components/cells.tsx';
import {
  callLink,
  callRefusal,
  hasWhatsApp,
  whatsAppLink,
} from '@pauta/ui/field-components/phones/phone-links.ts';
import { MessageCircle, Phone } from 'lucide-react';
import type { ReactElement } from 'react';
import { contactAttemptStore } from '../../activities/contact-attempt-store.ts';

const rowsOf = (record: Readonly<Record<string, unknown>> | undefined): readonly JsonRow[] =>
  (record?.phones ?? []) as readonly JsonRow[];

const primaryOf = (record: Readonly<Record<string, unknown>> | undefined): JsonRow | undefined =>
  rowsOf(record).find((row) => row.is_primary === true);

/** The first telephone number of a person; a link if it may be called. */
export function PrimaryPhoneCell({ field, value, record, place }: CellProps): ReactElement {
  if (!value) return <Nothing />;
  const row = primaryOf(record);
  const words = `${formatField(field, value)}${row?.extension ? ` ext. ${row.extension}` : ''}`;
  if (place === 'list' || !row || callRefusal(row) !== undefined) return <>{words}</>;
  return <a href={callLink(row)}>{words}</a>;
}

/** Menu entries of a row for calling and writing to the person. */
export const phoneActions = (record: AnyRecord): MenuAction[] => {
  const row = primaryOf(record);
  const chat = rowsOf(record).find(hasWhatsApp);
  const contact = { id: record.id, label: String(record.full_name ?? ''), code: null };
  return [
    {
      id: 'call',
      label: 'Llamar',
      icon: <Phone aria-hidden size={16} />,
      disabledReason: row ? callRefusal(row) : 'No tiene teléfono.',
      onAction: () => {
        if (!row) return;
        contactAttemptStore.set({ kind: 'call', contact });
        window.location.assign(callLink(row));
      },
    },
    ...(chat
      ? [
          {
            id: 'whatsapp',
            label: 'Escribir por WhatsApp',
            icon: <MessageCircle aria-hidden size={16} />,
            onAction: () => {
              contactAttemptStore.set({ kind: 'whatsapp', contact });
              window.open(whatsAppLink(chat), '_blank', 'noreferrer');
            },
          },
        ]
      : []),
  ];
};
