import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { token as t } from '@pauta/layout/theme';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** A link to a room, as the API answers it to staff. */
export interface RoomLink {
  readonly id: string;
  readonly recipient: string;
  readonly email: string;
  readonly expires_on: string;
  readonly created_at: string;
  readonly is_open: boolean;
  readonly visits: number;
  readonly last_act_at: string | null;
}

const Links = styled.ul`
  display: grid;
  gap: ${t('space-3')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: baseline; gap: ${t('space-1')} ${t('space-3')}; }
  & small { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; overflow-wrap: anywhere; }
`;

const visitsText = ({ visits, last_act_at }: RoomLink): string => {
  if (visits === 0) return 'Todavía no lo abrió';
  const last = last_act_at === null ? '' : `; lo último, ${formatInstant(last_act_at)}`;
  return `${visits === 1 ? 'Una visita' : `${visits} visitas`}${last}`;
};

/** To whom links to a room were given, and whether they opened it. */
export const LinksCard = ({ links }: { readonly links: readonly RoomLink[] }): ReactElement => (
  <Card title="Enlaces">
    <Links>
      {links.map((link) => (
        <li key={link.id}>
          <strong>{link.recipient}</strong>
          <Badge tone={link.is_open ? 'success' : 'neutral'}>{link.is_open ? 'Abierto' : 'Cerrado'}</Badge>
          <small>{link.email}</small>
          <small>
            {`Compartido ${formatInstant(link.created_at)}; se abre hasta el ${formatCivilDate(link.expires_on)}`}
          </small>
          <small>{visitsText(link)}</small>
        </li>
      ))}
    </Links>
  </Card>
);
