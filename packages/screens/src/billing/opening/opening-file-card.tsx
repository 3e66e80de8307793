import { useApi } from '@pauta/core/react';
import { openings } from '@pauta/domain/billing/opening/opening.ts';
import { type OpeningPart, openingParts } from '@pauta/domain/billing/opening/opening-part.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Trash2, Upload } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-3);
  & > p { margin: 0; }
  & > p[role='alert'] { color: var(--pauta-color-danger-text); }
  & > [data-actions] { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); }
  & > input { display: none; }
`;

const mostBytes = 20 * 1024 * 1024;

/** One file of an opening: how many rows it has, its template, and uploading it again or removing it. */
export function OpeningFileCard({
  id,
  part,
  rows,
  onChanged,
}: {
  readonly id: string;
  readonly part: OpeningPart;
  readonly rows: number;
  readonly onChanged: () => Promise<void>;
}): ReactElement {
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const may = useMay(openings).permission('openings.manage');
  const disabledReason = may.allowed ? undefined : may.reason;
  const { label, hint } = openingParts[part];
  const path = `/${openings.path}/${id}/files?part=${part}`;

  const change = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      await onChanged();
    } catch (error) {
      setFailure(describeFailure(error).message);
    } finally {
      setBusy(false);
    }
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > mostBytes) {
      setFailure(`El archivo pesa ${formatBytes(file.size)}; el máximo es ${formatBytes(mostBytes)}.`);
      return;
    }
    const body = new FormData();
    body.append('file', file);
    await change(() => api.post(path, body, { timeout: 120_000 }));
  };

  return (
    <Card title={label}>
      <Parts>
        <p>{hint}</p>
        <p aria-live="polite">
          <strong>
            {rows === 0
              ? 'Sin archivo.'
              : rows === 1
                ? 'El archivo tiene 1 fila.'
                : `El archivo tiene ${rows} filas.`}
          </strong>
        </p>
        <div data-actions>
          <Button
            aria-label={`${rows === 0 ? 'Subir' : 'Reemplazar'} ${label.toLocaleLowerCase('es')}`}
            disabledReason={disabledReason}
            icon={<Upload aria-hidden size={16} />}
            loading={isBusy}
            onClick={() => input.current?.click()}
          >
            {rows === 0 ? 'Subir' : 'Reemplazar'}
          </Button>
          <DownloadButton
            disabledReason={disabledReason}
            name={`${label}.csv`}
            path={`/${openings.path}/template?part=${part}`}
          >
            Plantilla
          </DownloadButton>
          {rows > 0 && (
            <Button
              aria-label={`Quitar ${label.toLocaleLowerCase('es')}`}
              disabledReason={disabledReason}
              icon={<Trash2 aria-hidden size={16} />}
              loading={isBusy}
              onClick={() => void change(() => api.delete(path))}
            >
              Quitar
            </Button>
          )}
        </div>
        <input
          accept=".csv,.txt,.tsv,.xlsx,.ods"
          aria-hidden
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        {failure !== undefined && <p role="alert">{failure}</p>}
      </Parts>
    </Card>
  );
}
