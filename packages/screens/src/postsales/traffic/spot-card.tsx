import { placementStates } from '@pauta/domain/postsales/quotas/placement.ts';
import type { TrafficQuota, TrafficSpot } from '@pauta/domain/postsales/traffic/traffic-day.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { Menu, type MenuAction } from '@pauta/ui/controls/menu.tsx';
import { Ellipsis, Lock } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

const materials = {
  approved: null,
  pending: ['warning', 'Material sin aprobar'],
  none: ['neutral', 'Sin material'],
} as const;

const secondsOf = (seconds: number | null, units: number): string =>
  [units > 1 && `${formatCount(units)} ×`, seconds !== null && `${formatCount(seconds)} s`]
    .filter(Boolean)
    .join(' ');

const stateOf = (status: string): readonly [string, string] =>
  placementStates[status as keyof typeof placementStates] ?? [status, 'neutral'];

interface CardProps {
  readonly id: string;
  readonly title: string;
  readonly isHeld: boolean;
  /** Why it cannot be picked up. */
  readonly fixed: boolean;
  /** Id of the text that explains the keys. */
  readonly help: string;
  readonly actions: readonly MenuAction[];
  readonly onPick: () => void;
  readonly onDragStart: () => void;
  readonly onDragEnd: () => void;
  readonly children: ReactNode;
}

function Card({
  id,
  title,
  isHeld,
  fixed,
  help,
  actions,
  onPick,
  onDragStart,
  onDragEnd,
  children,
}: CardProps): ReactElement {
  return (
    <li
      data-card={id}
      data-held={isHeld || undefined}
      draggable={!fixed}
      onDragEnd={onDragEnd}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', id);
        event.dataTransfer.effectAllowed = 'move';
        onDragStart();
      }}
    >
      <button
        aria-describedby={fixed ? undefined : help}
        aria-disabled={fixed || undefined}
        aria-pressed={isHeld}
        onClick={() => !fixed && onPick()}
        type="button"
      >
        {title}
      </button>
      {actions.length > 0 && (
        <Menu actions={actions} label={`Acciones de ${title}`}>
          <IconButton icon={<Ellipsis aria-hidden size={15} />} label={`Acciones de ${title}`} size="small" />
        </Menu>
      )}
      <div data-content>{children}</div>
    </li>
  );
}

type Shared = Omit<CardProps, 'id' | 'title' | 'children'>;

/** A spot of the day: whose it is, how long, and what is missing. */
export function SpotCard({
  spot,
  isLoose,
  ...shared
}: Shared & { spot: TrafficSpot; isLoose: boolean }): ReactElement {
  const [label, tone] = stateOf(spot.status);
  const material = materials[spot.material];
  return (
    <Card {...shared} id={spot.id} title={spot.client.label}>
      <span>{spot.description}</span>
      <span data-seconds>{secondsOf(spot.duration_sec, spot.units)}</span>
      <span>{spot.contract.label}</span>
      {isLoose && spot.space !== spot.description && <span>{spot.space}</span>}
      <span data-badge data-tone={tone}>
        {label}
      </span>
      {material && spot.status === 'scheduled' && (
        <span data-badge data-tone={material[0]}>
          {material[1]}
        </span>
      )}
      {spot.pinned && (
        <span data-badge>
          <Lock aria-hidden size={11} /> Fijada
        </span>
      )}
      {!isLoose && spot.position === null && <span data-badge>Sin orden</span>}
      {spot.separation_reason !== null && (
        <span data-badge data-tone="warning" title={spot.separation_reason}>
          Sin separación
        </span>
      )}
      {spot.makegood_of_id !== null && (
        <span data-badge data-tone="info">
          Compensación
        </span>
      )}
    </Card>
  );
}

/** Contracted units that are not placed yet. */
export const QuotaCard = ({ quota, ...shared }: Shared & { quota: TrafficQuota }): ReactElement => (
  <Card {...shared} id={quota.quota_id} title={quota.client.label}>
    <span>{quota.description}</span>
    <span data-seconds>{secondsOf(quota.duration_sec, 1)}</span>
    <span>{quota.contract.label}</span>
    <span data-badge data-tone="warning">
      {quota.unplaced === 1 ? 'Falta 1' : `Faltan ${formatCount(quota.unplaced)}`}
    </span>
  </Card>
);
