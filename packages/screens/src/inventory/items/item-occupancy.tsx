import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import type { ReactElement } from 'react';
import { HolderTable } from '../availability/holder-table.tsx';

/** Days shown from today on. */
const length = 90;

/** Who has a space, or a space in it, in the coming weeks. */
export function ItemOccupancy({ id, code }: { id: string; code: string }): ReactElement {
  const from = companyToday();
  const to = addDays(from, length);
  return (
    <Card>
      <p>{`Reservas y ventas hasta el ${formatCivilDate(to)}, también de los espacios que contiene.`}</p>
      <HolderTable from={from} itemId={id} to={to} />
      <p>
        <LinkButton to={`/ventas/ocupacion-disponibilidad?q=${encodeURIComponent(code)}`}>
          Ver su disponibilidad
        </LinkButton>
      </p>
    </Card>
  );
}
