import { useApi } from '@pauta/core/react';
import { textOf } from '@pauta/domain/resource/import/cell.ts';
import { type FormEvent, type KeyboardEvent, type ReactElement, useState } from 'react';
import { Button } from '../../controls/button.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { describeFailure } from '../../data/failure.ts';
import type { ImportJob, ImportRow } from '../import-job.ts';
import { CellForm } from '../import-style.ts';

/** Edits the cells of a refused row in place; the server then checks the row again. */
export function RowCells({
  job,
  row,
  onFixed,
  onClose,
}: {
  job: ImportJob;
  row: ImportRow;
  onFixed: (job: ImportJob, row: ImportRow) => void;
  onClose: () => void;
}): ReactElement {
  const api = useApi();
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);

  const faultsOf = (field: string | null | undefined): string | undefined =>
    row.errors
      .filter((error) => field && error.field === field)
      .map(({ message }) => message)
      .join(' ') || undefined;
  const mapped = job.columns.flatMap((_, index) => (job.mapping[index] ? [index] : []));
  const faulty = mapped.filter((index) => faultsOf(job.mapping[index]) !== undefined);
  const [shown, setShown] = useState(faulty.length > 0 ? faulty : mapped);
  const textAt = (index: number): string => texts[index] ?? textOf(row.cells[index] ?? null);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSaving(true);
    setFailure(undefined);
    try {
      const cells = Object.fromEntries(shown.map((index) => [index, textAt(index)]));
      const answer = await api.patch<{ data: ImportJob; row: ImportRow }>(
        `/imports/${job.id}/rows/${row.line}`,
        { cells },
      );
      onFixed(answer.data, answer.row);
    } catch (error) {
      setFailure(describeFailure(error).message);
      setSaving(false);
    }
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <CellForm
      aria-label={`Corregir la fila ${row.line}`}
      noValidate
      onKeyDown={leave}
      onSubmit={(event) => void save(event)}
    >
      {shown.map((index, place) => (
        <TextField
          autoFocus={place === 0}
          error={faultsOf(job.mapping[index])}
          key={index}
          label={job.columns[index]?.header || `Columna ${index + 1}`}
          name={`cell-${index}`}
          onChange={(text) => setTexts({ ...texts, [index]: text })}
          value={textAt(index)}
        />
      ))}
      {failure && (
        <p data-error role="alert">
          {failure}
        </p>
      )}
      <div data-row>
        <Button loading={saving} size="small" tone="primary" type="submit">
          Guardar y revisar
        </Button>
        <Button onClick={onClose} size="small">
          Cancelar
        </Button>
        {shown.length < mapped.length && (
          <Button onClick={() => setShown(mapped)} size="small">
            Mostrar todas las celdas
          </Button>
        )}
      </div>
    </CellForm>
  );
}
