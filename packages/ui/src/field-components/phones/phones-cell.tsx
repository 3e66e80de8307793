import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { formatPhoneRow, phoneFields } from '@pauta/domain/kinds/phone-rows.ts';
import { token as t } from '@pauta/layout/theme';
import { MessageCircle, Phone, PhoneOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import type { CellProps } from '../cells.tsx';
import { callLink, callRefusal, hasWhatsApp, whatsAppLink } from './phone-links.ts';

const List = styled.ul`
  display: grid;
  gap: ${t('space-2')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-1')} ${t('space-3')}; }
  & a { display: inline-flex; align-items: center; gap: ${t('space-1')}; min-block-size: 24px; }
  & small { display: inline-flex; align-items: center; gap: ${t('space-1')}; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
`;

/** The numbers of a person on the record's page, formatted, with links to call or write. */
export function PhonesCell({ value }: CellProps): ReactElement {
  return (
    <List>
      {((value ?? []) as readonly JsonRow[]).map((row) => {
        const refusal = callRefusal(row);
        const details = [
          row.valid_hours && String(row.valid_hours),
          row.verified_on && `verificado el ${formatField(phoneFields.verified_on, String(row.verified_on))}`,
        ].filter(Boolean);
        return (
          <li key={`${row.number} ${row.extension ?? ''}`}>
            <span>{formatPhoneRow(row)}</span>
            {refusal === undefined ? (
              <a href={callLink(row)}>
                <Phone aria-hidden size={14} /> Llamar
              </a>
            ) : (
              <small>
                <PhoneOff aria-hidden size={14} /> {refusal}
              </small>
            )}
            {hasWhatsApp(row) && (
              <a href={whatsAppLink(row)} rel="noreferrer" target="_blank">
                <MessageCircle aria-hidden size={14} /> WhatsApp
              </a>
            )}
            {details.length > 0 && <small>{details.join(' · ')}</small>}
          </li>
        );
      })}
    </List>
  );
}
