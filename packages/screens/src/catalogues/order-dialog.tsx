import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { moved, SortableList } from '@pauta/ui/controls/sortable-list.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { useCatalogueCommands } from './catalogue-api.ts';

/** Changes the order of a catalogue's values. Each move is saved at once, in the sequence of the moves. */
export function OrderDialog({
  catalogue,
  onClose,
}: {
  readonly catalogue: Catalogue;
  readonly onClose: () => void;
}): ReactElement {
  const commands = useCatalogueCommands(catalogue);
  const [values, setValues] = useState<readonly AnyRecord[]>();
  const [failure, setFailure] = useState<string>();
  const queue = useRef<Promise<void>>(Promise.resolve());

  const load = useCallback(async (): Promise<void> => {
    setFailure(undefined);
    try {
      setValues(await commands.all());
    } catch (error) {
      setFailure(describeFailure(error).message);
    }
  }, [commands]);
  useEffect(() => void load(), [load]);

  const move = (id: string, after: string | null): void => {
    setValues((now) => now && moved(now, id, after));
    queue.current = queue.current.then(async () => {
      try {
        await commands.move(id, after);
      } catch (error) {
        notify(describeFailure(error).message, { tone: 'danger' });
        await load();
      }
    });
  };

  return (
    <Dialog full onClose={onClose} open title={`Ordenar ${catalogue.label.many.toLocaleLowerCase('es')}`}>
      {failure ? (
        <EmptyState
          actions={<Button onClick={() => void load()}>Reintentar</Button>}
          title="No se pudo cargar"
        >
          {failure}
        </EmptyState>
      ) : values ? (
        <SortableList
          items={values.map((value) => ({
            id: value.id,
            label: String(value.name),
            note: value.is_active === true ? String(value.code) : agree(catalogue.label, 'Inactivo'),
          }))}
          label={catalogue.label.many}
          onMove={move}
        />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  );
}
