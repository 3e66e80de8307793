import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { OpensWith } from '@pauta/ui/list/opens-with.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { ImportPlacementsButton } from '../special-days/import-placements-button.tsx';

const MakegoodDialog = lazy(async () => ({
  default: (await import('../traffic/makegood-dialog.tsx')).MakegoodDialog,
}));

/** Proposals for what was not aired. */
function MakegoodButton({ record }: { record: AnyRecord }): ReactElement | null {
  const [isOpen, setIsOpen] = useState(false);
  const may = useMay(placements).permission('placements.makegood');
  if (record.status !== 'not_aired' || !may.allowed) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Proponer compensaciones</Button>
      {isOpen && (
        <Suspense>
          <MakegoodDialog onClose={() => setIsOpen(false)} record={record} />
        </Suspense>
      )}
    </>
  );
}

/** What was not aired yet, the earliest day first: the overdue ones, and then the next ones. */
const pending = 'f.status=scheduled%2Cconfirmed&sort=starts_on';

const List = (): ReactElement => (
  <OpensWith query={pending}>
    <ResourceList
      actions={<ImportPlacementsButton />}
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
  detail: {
    actions: (record) => <MakegoodButton record={record} />,
    description: ({ contract_id }) => (contract_id as Reference | null)?.label,
  },
});
