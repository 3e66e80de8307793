import type { ReactElement } from 'react';
import { DownloadButton } from '../export/download-button.tsx';
import type { ImportJob } from './import-job.ts';

/**
 * Downloads the rows that were not imported, each with its reason, so that they can be corrected and imported again.
 */
export const ErrorFileButton = ({ job }: { job: ImportJob }): ReactElement => (
  <DownloadButton name="Filas sin importar.csv" path={`/imports/${job.id}/errors`} size="small">
    Descargar filas sin importar
  </DownloadButton>
);
