import { token as t } from '@pauta/layout/theme';
import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { badgeStyle } from '../../controls/badge.tsx';
import { IconButton } from '../../controls/icon-button.tsx';
import type { MapPoint } from '../../map/map-points.ts';

const Card = styled.div`
  position: absolute;
  inset-block-end: ${t('space-2')};
  inset-inline-start: ${t('space-2')};
  inline-size: min(20rem, calc(100% - 4.5rem));
  max-block-size: calc(100% - 5rem);
  overflow: auto;
  padding: ${t('space-2')} ${t('space-3')} ${t('space-3')};
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface-raised')};
  box-shadow: ${t('shadow-md')};
  ${badgeStyle}
  & > header { display: flex; align-items: center; justify-content: space-between; gap: ${t('space-2')}; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & > ul { display: flex; flex-direction: column; gap: ${t('space-3')}; margin: 0; padding: 0; list-style: none; }
  & li { display: flex; flex-direction: column; gap: ${t('space-1')}; }
  & [data-facts] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')}; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-tools] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-1')}; }
`;

/** The most points that a card lists; the list has the others. */
const most = 8;

/** What was picked on a map: its names, with links and actions. */
export function PointCard({
  title,
  points,
  children,
  onClose,
}: {
  title: string;
  points: readonly MapPoint[];
  children: (point: MapPoint) => ReactNode;
  onClose: () => void;
}): ReactElement {
  return (
    <Card aria-label={title} data-point-card role="group">
      <header>
        <span role="status">{title}</span>
        <IconButton
          icon={<X aria-hidden size={16} />}
          label="Cerrar"
          onClick={onClose}
          size="small"
          tone="quiet"
        />
      </header>
      <ul>
        {points.slice(0, most).map((point) => (
          <li key={point[0]}>{children(point)}</li>
        ))}
        {points.length > most && (
          <li>{`Y ${points.length - most} más en el mismo lugar; acote el filtro.`}</li>
        )}
      </ul>
    </Card>
  );
}
