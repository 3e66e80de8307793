import { activities } from '@pauta/domain/crm/activity.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { NotebookPen } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { About } from './attention-dialog.tsx';

const AttentionDialog = lazy(async () => ({
  default: (await import('./attention-dialog.tsx')).AttentionDialog,
}));

const nobody: About = {};

/** Opens the dialog that writes down an attention. @example <AttentionButton about={{ client_id: client }} /> */
export function AttentionButton({ about = nobody }: { about?: About }): ReactElement {
  const may = useMay(activities);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        disabledReason={may.create.allowed ? undefined : may.create.reason}
        icon={<NotebookPen aria-hidden size={16} />}
        onClick={() => setOpen(true)}
      >
        Registrar atención
      </Button>
      {open && (
        <Suspense>
          <AttentionDialog about={about} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
