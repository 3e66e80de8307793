import { useUser } from '@pauta/core/react';
import { exclusivities } from '@pauta/domain/inventory/exclusivities/exclusivity.ts';
import { holds, openHoldStates } from '@pauta/domain/inventory/holds/hold.ts';
import { capacityOverrides } from '@pauta/domain/inventory/overrides/capacity-override.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { ApprovalPanel } from '../../approvals/approval-panel.tsx';
import { holdCells } from './hold-status-cell.tsx';
import { QuickHoldButton } from './quick-hold-button.tsx';

/** Typing a hold, and links to the open holds of the reader, what ends next first, and to what else limits or extends capacity. */
function HoldLinks(): ReactElement {
  const user = useUser();
  const mine = new URLSearchParams({
    'f.owner_id': String(user?.id ?? ''),
    'f.status': openHoldStates.join(','),
    sort: 'expires_at',
  });
  return (
    <>
      <QuickHoldButton />
      <LinkButton to={`${paths.list(holds)}?${mine}`}>Mis reservas</LinkButton>
      <LinkButton to={paths.list(capacityOverrides)}>Sobrecapacidad</LinkButton>
      <LinkButton to={paths.list(exclusivities)}>Exclusividades</LinkButton>
    </>
  );
}

/** Ventas › Ocupación y Disponibilidad › Reservas. */
export const Holds = resourceScreens(holds, {
  cells: holdCells,
  list: {
    actions: <HoldLinks />,
    description: 'Espacios apartados para un cliente hasta una fecha. Al vencer pasan a la siguiente opción.',
  },
  detail: {
    // A requested hold is decided with its own buttons.
    above: (hold) =>
      hold.status === 'queued' && <ApprovalPanel kind="holds" record={hold} resource={holds} />,
    description: ({ client_id }) => (client_id as Reference | null)?.label,
  },
});
