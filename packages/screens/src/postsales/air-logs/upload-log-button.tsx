import { usePermission } from '@pauta/core/react';
import { airLogs } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Upload } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { UploadLogDialog } from './upload-log-dialog.tsx';

/** Takes the log of a station. */
export function UploadLogButton(): ReactElement | null {
  const may = usePermission(airLogs.permissions.create);
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button icon={<Upload aria-hidden size={16} />} onClick={() => setOpen(true)} tone="primary">
        Subir log
      </Button>
      {isOpen && <UploadLogDialog onClose={() => setOpen(false)} />}
    </>
  );
}
