import { useUser } from '@pauta/core/react';
import { approvals } from '@pauta/domain/approval/approval.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { decisionRefusal } from './decision-refusal.ts';

const CommandDialog = lazy(async () => ({
  default: (await import('@pauta/ui/command/command-dialog.tsx')).CommandDialog,
}));

const decisions = ['approve', 'return', 'reject'] as const;

/** The possible decisions on a pending approval; none on the reader's own request, or on a decided one. */
export function DecisionButtons({
  approval,
  onDone,
}: {
  approval: AnyRecord;
  onDone?: () => void;
}): ReactElement | null {
  const userId = String(useUser()?.id ?? '');
  const [running, setRunning] = useState<string | null>(null);
  if (approval.status !== 'pending') return null;
  const offered = decisions.filter((name) => decisionRefusal(name, approval, userId) === undefined);
  const command = running === null ? undefined : approvals.commands[running];
  return (
    <>
      {offered.map((name) => (
        <Button
          key={name}
          onClick={() => setRunning(name)}
          size="small"
          tone={name === 'approve' ? 'primary' : undefined}
        >
          {approvals.commands[name]?.label}
        </Button>
      ))}
      {running !== null && command && (
        <Suspense>
          <CommandDialog
            fields={command.fields}
            initial={{}}
            name={running}
            onClose={() => setRunning(null)}
            onDone={() => {
              setRunning(null);
              onDone?.();
            }}
            record={approval}
            resource={approvals}
            title={String(approval.title)}
            command={command}
          />
        </Suspense>
      )}
    </>
  );
}
