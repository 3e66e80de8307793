import { useApi } from '@pauta/core/react';
import { Download } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { receiveFile, saveFile } from '../export/save-file.ts';
import type { ImportJob } from './import-job.ts';

/** Saves the rows that are not imported, each with its reason, to be corrected and imported again. */
export function ErrorFileButton({ job }: { job: ImportJob }): ReactElement {
  const api = useApi();
  const [loading, setLoading] = useState(false);
  const save = async (): Promise<void> => {
    setLoading(true);
    try {
      saveFile(
        await receiveFile(await api.raw('GET', `/imports/${job.id}/errors`), 'Filas sin importar.csv'),
      );
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      icon={<Download aria-hidden size={16} />}
      loading={loading}
      onClick={() => void save()}
      size="small"
    >
      Descargar filas sin importar
    </Button>
  );
}
