import { targetLists } from '@pauta/domain/crm/target-list.ts';
import { targetListMembers } from '@pauta/domain/crm/target-list-member.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay, type Verdict } from '@pauta/ui/data/may.ts';
import { ListPlus, RefreshCw, Shuffle } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const AddAccountsDialog = lazy(async () => ({
  default: (await import('./add-accounts-dialog.tsx')).AddAccountsDialog,
}));
const RefreshTargetListDialog = lazy(async () => ({
  default: (await import('./refresh-target-list-dialog.tsx')).RefreshTargetListDialog,
}));
const DistributionDialog = lazy(async () => ({
  default: (await import('./distribution-dialog.tsx')).DistributionDialog,
}));

const icon = { 'aria-hidden': true, size: 15 } as const;
const reasonOf = (...verdicts: readonly Verdict[]): string | undefined => {
  for (const verdict of verdicts) if (!verdict.allowed) return verdict.reason;
  return undefined;
};

/** What is done to a target list as a whole; a closed one is left alone. */
export function TargetListActions({ list }: { list: AnyRecord }): ReactElement | null {
  const may = useMay(targetLists);
  const mayMember = useMay(targetListMembers);
  const [open, setOpen] = useState<'add' | 'refresh' | 'distribute' | null>(null);
  if (list.status === 'closed' || list.archived_at) return null;
  const close = (): void => setOpen(null);
  const Window =
    open === 'add' ? AddAccountsDialog : open === 'refresh' ? RefreshTargetListDialog : DistributionDialog;
  return (
    <>
      {list.kind === 'dynamic' && (
        <Button
          disabledReason={reasonOf(may.update(list))}
          icon={<RefreshCw {...icon} />}
          onClick={() => setOpen('refresh')}
        >
          Actualizar desde el filtro
        </Button>
      )}
      <Button
        disabledReason={reasonOf(mayMember.create, may.update(list))}
        icon={<ListPlus {...icon} />}
        onClick={() => setOpen('add')}
      >
        Agregar desde filtro
      </Button>
      <Button
        disabledReason={
          Number(list.accounts) === 0
            ? 'La lista aún no tiene cuentas.'
            : reasonOf(may.permission('target_lists.distribute'), may.update(list))
        }
        icon={<Shuffle {...icon} />}
        onClick={() => setOpen('distribute')}
      >
        Repartir
      </Button>
      {open && (
        <Suspense>
          <Window list={list} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
