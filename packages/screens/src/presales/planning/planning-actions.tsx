import { targetListMembers } from '@pauta/domain/crm/target-lists/target-list-member.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import type { Selection } from '@pauta/ui/query/selection.ts';
import { useLocation } from '@pauta/ui/router.ts';
import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react';

const dialogs = () => import('./planned-dialogs.tsx');
const CopyYearDialog = lazy(async () => ({ default: (await dialogs()).CopyYearDialog }));
const GenerateDialog = lazy(async () => ({ default: (await dialogs()).GenerateDialog }));
const SendGapDialog = lazy(async () => ({ default: (await dialogs()).SendGapDialog }));

function OpenDialog({
  resource,
  name,
  dialog: Opened,
}: {
  readonly resource: Resource;
  readonly name: string;
  readonly dialog: ComponentType<{ readonly onClose: () => void }>;
}): ReactElement {
  const command = resource.commands[name];
  const may = useMay(resource).permission(command?.permission ?? '');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabledReason={may.allowed ? undefined : may.reason} onClick={() => setOpen(true)}>
        {command?.label}
      </Button>
      {isOpen && (
        <Suspense>
          <Opened onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Leads to the grid of the list's rows, with its search and filters. */
export function GridButton({ resource }: { readonly resource: Resource }): ReactElement {
  const { search } = useLocation();
  const kept = new URLSearchParams(
    [...new URLSearchParams(search)].filter(
      ([name]) => name === 'q' || name === 'where' || name.startsWith('f.'),
    ),
  ).toString();
  return (
    <LinkButton to={`${paths.list(resource)}/cuadricula${kept === '' ? '' : `?${kept}`}`}>
      Cuadrícula
    </LinkButton>
  );
}

/** Opens the dialog that copies the goals of a year. */
export function CopyYearButton(): ReactElement {
  return <OpenDialog dialog={CopyYearDialog} name="copy_year" resource={repGoals} />;
}

/** Opens the dialog that generates budgets of clients. */
export function GenerateButton(): ReactElement {
  return <OpenDialog dialog={GenerateDialog} name="generate" resource={clientBudgets} />;
}

/** Action on the selected budgets of clients: sends their gap to a target list. */
export function SendGapButton({
  selection,
  onDone,
}: {
  readonly selection: Selection;
  readonly onDone: () => void;
}): ReactElement {
  const may = useMay(targetListMembers).create;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        disabledReason={may.allowed ? undefined : may.reason}
        onClick={() => setOpen(true)}
        size="small"
      >
        {clientBudgets.commands.send_gap?.label}
      </Button>
      {isOpen && (
        <Suspense>
          <SendGapDialog
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
