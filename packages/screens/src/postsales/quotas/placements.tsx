import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { OpensWith } from '@pauta/ui/list/opens-with.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';

/** What was not aired yet, the earliest day first: the overdue ones, and then the next ones. */
const pending = 'f.status=scheduled%2Cconfirmed&sort=starts_on';

const List = (): ReactElement => (
  <OpensWith query={pending}>
    <ResourceList
      description="Cada cuña con su día y cada cara con su periodo: confirme y registre lo emitido."
      empty="Aquí aparece lo que se coloca al distribuir un cupo de Gestión de Cupos entre sus días."
      opensWith={pending}
      resource={placements}
    />
  </OpensWith>
);

/** PostVenta › Gestión de Cupos › Colocaciones: every dated unit, to confirm it and to record whether it was aired. */
export const Placements = resourceScreens(placements, {
  screens: { list: List },
  detail: { description: ({ contract_id }) => (contract_id as Reference | null)?.label },
});
