import { useInvalidate } from '@pauta/core/react';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { type ReactElement, useState } from 'react';
import { counted } from './effect-lists.tsx';
import { SpotFileDialog } from './spot-file-dialog.tsx';

/** Places the rows of a file; beside the list of placements. */
export function ImportPlacementsButton(): ReactElement | null {
  const invalidate = useInvalidate();
  const may = useMay(placements).permission('placements.import');
  const [isOpen, setOpen] = useState(false);
  if (!may.allowed) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{placements.commands.import_rows?.label}</Button>
      {isOpen && (
        <SpotFileDialog
          columns="Columnas: Contrato y Fecha; además Renglón, Hora, Espacio y Material si hacen falta."
          done={(rows) => counted(rows, 'colocación importada', 'colocaciones importadas')}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            // If reloading fails, the query reports it.
            invalidate(`/${placements.path}`).catch(() => {});
          }}
          path={`/${placements.path}/import_rows`}
          title="Importar colocaciones"
        />
      )}
    </>
  );
}
