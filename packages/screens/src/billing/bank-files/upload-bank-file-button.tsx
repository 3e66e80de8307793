import { usePermission } from '@pauta/core/react';
import { bankFiles } from '@pauta/domain/billing/bank-files/bank-file.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Upload } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { UploadBankFileDialog } from './upload-bank-file-dialog.tsx';

/** Takes the statement of a bank account. */
export function UploadBankFileButton(): ReactElement | null {
  const may = usePermission(bankFiles.permissions.create);
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button icon={<Upload aria-hidden size={16} />} onClick={() => setOpen(true)} tone="primary">
        Subir archivo
      </Button>
      {isOpen && <UploadBankFileDialog onClose={() => setOpen(false)} />}
    </>
  );
}
