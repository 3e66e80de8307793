import { usePermission } from '@pauta/core/react';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Upload } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { ColumnFile } from './column-file.ts';
import { UploadDialog } from './upload-dialog.tsx';

/** Opens the dialog that takes a file with columns; only for those who may. */
export function UploadColumnFileButton({ kind }: { readonly kind: ColumnFile }): ReactElement | null {
  const may = usePermission(kind.resource.permissions.create);
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button icon={<Upload aria-hidden size={16} />} onClick={() => setOpen(true)} tone="primary">
        {kind.texts.button}
      </Button>
      {isOpen && <UploadDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}
