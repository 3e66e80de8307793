import { useApi } from '@pauta/core/react';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { airLogs } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { Spinner } from '@pauta/ui/controls/spinner.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { inputs } from '@pauta/ui/field-components/inputs.tsx';
import { DropZone } from '@pauta/ui/import/drop-zone.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-4, 1rem);
  & > p[role='alert'] { margin: 0; color: var(--pauta-color-danger-text); }
`;

const mostBytes = 20 * 1024 * 1024;
const station = airLogs.fields.subdivision_id;
const StationInput = inputs.reference;

/** The station, and the file of its automation; then the page of the log shows what its columns are. */
export function UploadLogDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const api = useApi();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<unknown>(null);
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [missing, setMissing] = useState<string>();

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const id = referenceId(chosen);
    setMissing(id === null ? 'Elija el canal o la emisora del log.' : undefined);
    if (id === null) return;
    if (file.size > mostBytes) {
      setFailure(
        `El archivo pesa ${formatBytes(file.size)}; el máximo es ${formatBytes(mostBytes)}. Divídalo por días.`,
      );
      return;
    }
    setReading(true);
    setFailure(undefined);
    const body = new FormData();
    body.append('file', file);
    try {
      const { data } = await api.post<{ data: { id: string } }>(
        `/${airLogs.path}/read?subdivision_id=${id}`,
        body,
        {
          timeout: 120_000,
        },
      );
      onClose();
      navigate(paths.record(airLogs, data.id));
    } catch (error) {
      setFailure(describeFailure(error).message);
      setReading(false);
    }
  };

  return (
    <Dialog onClose={onClose} open title="Subir log de emisión" width={36}>
      <Parts>
        {station && (
          <StationInput
            error={missing}
            field={station}
            label={station.label}
            name="subdivision_id"
            onBlur={() => {}}
            onChange={(value) => {
              setChosen(value);
              setMissing(undefined);
            }}
            required
            value={chosen}
            values={{}}
          />
        )}
        <DropZone onDropped={({ files }) => void take(files[0])}>
          {isReading ? <Spinner /> : <FileSpreadsheet aria-hidden size={28} />}
          <strong>{isReading ? 'Leyendo el log…' : 'Arrastre aquí el log: CSV, TXT, XLSX o XML'}</strong>
          <p>Como lo exporta la automatización. Nada se marca emitido hasta que lo concilie.</p>
          <input
            accept=".csv,.txt,.log,.asc,.tsv,.xlsx,.ods,.xml"
            aria-hidden
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
            ref={input}
            tabIndex={-1}
            type="file"
          />
          <Button
            icon={<Upload aria-hidden size={16} />}
            loading={isReading}
            onClick={() =>
              referenceId(chosen) === null
                ? setMissing('Elija el canal o la emisora del log.')
                : input.current?.click()
            }
            tone="primary"
          >
            Elegir archivo
          </Button>
        </DropZone>
        {failure !== undefined && <p role="alert">{failure}</p>}
      </Parts>
    </Dialog>
  );
}
