import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { useShortcuts } from '@pauta/layout/keys';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { NotebookPen } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { About } from './attention-dialog.tsx';

const AttentionDialog = lazy(async () => ({
  default: (await import('./attention-dialog.tsx')).AttentionDialog,
}));

const nobody: About = {};

/** The shortcut of the page that opens the dialog. */
function AttentionKey({ onPress }: { onPress: () => void }): null {
  useShortcuts('Seguimiento', [
    { id: 'attention', keys: ['l'], label: 'Registrar una llamada u otra atención', run: onPress },
  ]);
  return null;
}

/**
 * Opens the dialog that records an activity that took place. @example <AttentionButton about={{ client_id: client }} />
 */
export function AttentionButton({
  about = nobody,
  isOfPage = false,
}: {
  about?: About;
  /** Whether it is the main button of the page, which also has a shortcut. */
  isOfPage?: boolean;
}): ReactElement {
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
      {isOfPage && may.create.allowed && <AttentionKey onPress={() => setOpen(true)} />}
      {open && (
        <Suspense>
          <AttentionDialog about={about} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
