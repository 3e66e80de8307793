import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { Badge } from '../controls/badge.tsx';
import { Card } from '../controls/card.tsx';

/** A link to a room or another public page, as the API answers it to staff. */
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

/** The links of a room, with who opened them. */
export const LinksCard = ({ links }: { links: readonly RoomLink[] }): ReactElement => (
  <Card title="Enlaces">
    <Links>
      {links.map(({ id, recipient, email, expires_on, created_at, is_open, visits, last_act_at }) => (
        <li key={id}>
          <strong>{recipient}</strong>
          <Badge tone={is_open ? 'success' : 'neutral'}>{is_open ? 'Abierto' : 'Cerrado'}</Badge>
          <small>{email}</small>
          <small>
            {`Compartido ${formatInstant(created_at)}; se abre hasta el ${formatCivilDate(expires_on)}`}
          </small>
          <small>
            {visits === 0
              ? 'Todavía no lo abrió'
              : `${visits === 1 ? 'Una visita' : `${visits} visitas`}${
                  last_act_at === null ? '' : `; lo último, ${formatInstant(last_act_at)}`
                }`}
          </small>
        </li>
      ))}
    </Links>
  </Card>
);
