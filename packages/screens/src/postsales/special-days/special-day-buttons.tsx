import { specialDays } from '@pauta/domain/postsales/special-days/special-day.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { type ReactElement, useState } from 'react';
import { BlockDialog } from './block-dialog.tsx';
import { counted } from './effect-lists.tsx';
import { SpotFileDialog } from './spot-file-dialog.tsx';

/** Blocks a day of a station, and takes a file of official time. */
export function SpecialDayButtons({
  initial,
  onDone,
}: {
  readonly initial: Values;
  readonly onDone: () => void;
}): ReactElement | null {
  const may = useMay(specialDays).permission('placements.special_days');
  const [open, setOpen] = useState<'block' | 'official' | null>(null);
  const close = (): void => setOpen(null);
  const finish = (): void => {
    close();
    onDone();
  };
  if (!may.allowed) return null;
  return (
    <>
      <Button onClick={() => setOpen('block')}>{specialDays.commands.block?.label}</Button>
      <Button onClick={() => setOpen('official')}>Tiempo oficial</Button>
      {open === 'block' && <BlockDialog initial={initial} onClose={close} onDone={finish} />}
      {open === 'official' && (
        <SpotFileDialog
          columns="Columnas: Emisora, Fecha, Hora (o franja), Segundos, Institución y Título."
          done={(rows) => `Tiempo oficial: ${counted(rows, 'fila cargada', 'filas cargadas')}`}
          onClose={close}
          onDone={finish}
          path={`/${specialDays.path}/official`}
          title="Cargar tiempo oficial"
        />
      )}
    </>
  );
}
