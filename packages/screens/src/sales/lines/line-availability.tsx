import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';

/** Whether the space of a line, or those of its package, are free on its days, held for it, or waited for. */
export interface LineAvailability {
  readonly state: 'available' | 'partial' | 'none' | 'held' | 'queued' | 'requested' | 'unknown';
  /** Of a package: the space with the least left, compared with what the line takes of it. */
  readonly scarcest?: string;
  /** Of a package: the hold that ends first. */
  readonly hold?: { readonly id: string; readonly number: string; readonly expires_at: string };
}

const shown = {
  available: ['Disponible', 'success'],
  partial: ['Disponible en parte', 'warning'],
  none: ['Sin disponibilidad', 'danger'],
  held: ['Reservado', 'success'],
  queued: ['En cola', 'warning'],
  requested: ['Reserva por aprobar', 'warning'],
} as const;

/** The availability of a line as a badge; of a hold with its number and end, of a package with its scarcest space. */
export function AvailabilityBadge({
  availability,
}: {
  readonly availability: LineAvailability | undefined;
}): ReactElement | null {
  if (!availability || availability.state === 'unknown') return null;
  const [label, tone] = shown[availability.state];
  const { hold, scarcest } = availability;
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {scarcest !== undefined && <span>El espacio más escaso es «{scarcest}»</span>}
      {hold && (
        <span>
          {' '}
          <Link to={`/ventas/ocupacion-disponibilidad/reservas/${hold.id}`}>{hold.number}</Link>, vence el{' '}
          {formatInstant(hold.expires_at)}
        </span>
      )}
    </>
  );
}
