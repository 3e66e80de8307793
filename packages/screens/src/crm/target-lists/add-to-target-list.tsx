import { targetListMembers } from '@pauta/domain/crm/target-lists/target-list-member.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import type { Selection } from '@pauta/ui/query/selection.ts';
import { ListPlus } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const AddToTargetListDialog = lazy(async () => ({
  default: (await import('./add-to-target-list-dialog.tsx')).AddToTargetListDialog,
}));

/** Action on the selected clients of a list: adds them to a target list. */
export function AddToTargetList({
  selection,
  onDone,
}: {
  selection: Selection;
  onDone: () => void;
}): ReactElement {
  const may = useMay(targetListMembers);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        disabledReason={may.create.allowed ? undefined : may.create.reason}
        icon={<ListPlus aria-hidden size={15} />}
        onClick={() => setOpen(true)}
        size="small"
      >
        Agregar a una lista objetivo
      </Button>
      {open && (
        <Suspense>
          <AddToTargetListDialog
            onClose={(done) => {
              setOpen(false);
              if (done) onDone();
            }}
            selection={selection}
          />
        </Suspense>
      )}
    </>
  );
}
