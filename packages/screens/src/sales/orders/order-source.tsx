import { Button } from '@pauta/ui/controls/button.tsx';
import { Spinner } from '@pauta/ui/controls/spinner.tsx';
import { TextArea } from '@pauta/ui/controls/text-area.tsx';
import { DropZone } from '@pauta/ui/import/drop-zone.tsx';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { Parts } from './order-style.ts';

const mostBytes = 20 * 1024 * 1024;
const accepted =
  '.xlsx,.ods,.csv,.tsv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.oasis.opendocument.spreadsheet';

/** The order: a file, chosen or dropped, or cells copied from a spreadsheet. */
export function OrderSource({
  isReading,
  failure,
  text,
  onText,
  onGiven,
}: {
  readonly isReading: boolean;
  readonly failure: string | undefined;
  /** The pasted cells. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onGiven: (given: File | string) => void;
}): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const take = (file: File | undefined): void => {
    if (!file) return;
    const isLarge = file.size > mostBytes;
    setRefused(isLarge ? 'El archivo pesa más de 20 MB. Deje en él solo la orden.' : undefined);
    if (!isLarge) onGiven(file);
  };
  const message = refused ?? failure;
  return (
    <Parts>
      <DropZone onDropped={({ files }) => take(files[0])}>
        {isReading ? <Spinner /> : <FileSpreadsheet aria-hidden size={28} />}
        <strong>{isReading ? 'Leyendo la orden…' : 'Arrastre aquí la orden: XLSX, ODS o CSV'}</strong>
        <p>
          De cualquier agencia y con cualquier formato: fechas a lo ancho, cruces o cantidades, o un renglón
          por fila.
        </p>
        <input
          accept={accepted}
          aria-hidden
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <Button
          icon={<Upload aria-hidden size={16} />}
          loading={isReading}
          onClick={() => input.current?.click()}
          tone="primary"
        >
          Elegir archivo
        </Button>
      </DropZone>
      {message !== undefined && (
        <p data-error role="alert">
          {message}
        </p>
      )}
      <TextArea
        hint="Copie en la hoja de cálculo toda la orden, con sus títulos, y péguela aquí."
        label="O pegue las celdas"
        onChange={onText}
        value={text}
      />
      <div data-end data-row>
        <Button
          disabledReason={text.trim() === '' ? 'Pegue primero las celdas.' : undefined}
          loading={isReading}
          onClick={() => onGiven(text)}
        >
          Leer lo pegado
        </Button>
      </div>
    </Parts>
  );
}
