import { ApiError, createIdempotencyKey } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import type { DisplacedSpot, SpotVerdict } from '@pauta/domain/postsales/spot-files/spot-file.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { Spinner } from '@pauta/ui/controls/spinner.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { DropZone } from '@pauta/ui/import/drop-zone.tsx';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { counted, DisplacedList, VerdictList } from './effect-lists.tsx';

const Parts = styled.div`
  display: grid;
  gap: var(--pauta-space-3);
  & p { margin: 0; }
  & > [data-buttons] { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); justify-content: flex-end; }
`;

interface Read {
  readonly name: string;
  readonly content: string;
}

interface Effect {
  readonly verdicts: readonly SpotVerdict[];
  readonly displaced?: readonly DisplacedSpot[];
}

/** What is wrong with the file, as the server says it of the field. */
const faultOf = (error: unknown): string => {
  const { errors = {} } = ((error instanceof ApiError ? error.body : null) ?? {}) as {
    errors?: Readonly<Record<string, readonly string[]>>;
  };
  return Object.values(errors)[0]?.[0] ?? describeFailure(error).message;
};

/** Reads a file about spots, shows what each row does, and does it. */
export function SpotFileDialog({
  title,
  path,
  columns,
  done,
  onDone,
  onClose,
}: {
  readonly title: string;
  /** Of the command that takes the file: `/special-days/official`. */
  readonly path: string;
  /** Which columns the file has, in one sentence. */
  readonly columns: string;
  /** What is said once it is done, with the number of rows. */
  readonly done: (rows: number) => string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const key = useRef(createIdempotencyKey());
  const [read, setRead] = useState<Read | null>(null);
  const [effect, setEffect] = useState<Effect | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(faultOf(error));
      key.current = createIdempotencyKey();
    }
    setBusy(false);
  };
  const take = (file: File | undefined): Promise<void> =>
    attempt(async () => {
      if (!file) return;
      const body = new FormData();
      body.append('file', file);
      const { data } = await api.post<{ data: Read }>('/placements/read-file', body, { timeout: 120_000 });
      const { name, content } = data;
      const shown = await api.post<{ data: Effect }>(
        `${path}/preview`,
        { name, content },
        { timeout: 120_000 },
      );
      setRead({ name, content });
      setEffect(shown.data);
    });
  const apply = (): Promise<void> =>
    attempt(async () => {
      if (!read) return;
      const { data } = await api.post<{ data: Effect }>(
        path,
        { name: read.name, content: read.content },
        { idempotencyKey: key.current, timeout: 120_000 },
      );
      notify(done(data.verdicts.filter(({ problem }) => problem === null).length), { tone: 'success' });
      onDone();
    });
  const good = effect?.verdicts.filter(({ problem }) => problem === null).length ?? 0;
  const bad = (effect?.verdicts.length ?? 0) - good;
  return (
    <Dialog onClose={onClose} open title={title} width={44}>
      <Parts>
        {failure !== undefined && (
          <div role="alert">
            <Banner tone="danger">{failure}</Banner>
          </div>
        )}
        {effect === null ? (
          <DropZone onDropped={({ files }) => void take(files[0])}>
            {isBusy ? <Spinner /> : <FileSpreadsheet aria-hidden size={28} />}
            <strong>{isBusy ? 'Leyendo el archivo…' : 'Arrastre aquí el archivo: CSV o XLSX'}</strong>
            <p>{columns}</p>
            <p>Antes de cargar nada se muestra qué pasa con cada fila.</p>
            <input
              accept=".csv,.tsv,.txt,.xlsx,.ods"
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
              loading={isBusy}
              onClick={() => input.current?.click()}
              tone="primary"
            >
              Elegir archivo
            </Button>
          </DropZone>
        ) : (
          <>
            <p>
              {`${counted(good, 'fila puede cargarse', 'filas pueden cargarse')}.`}
              {bad > 0 ? ` ${counted(bad, 'fila se queda fuera', 'filas se quedan fuera')}.` : ''}
            </p>
            {effect.displaced && <DisplacedList displaced={effect.displaced} />}
            <VerdictList verdicts={effect.verdicts} />
            <div data-buttons>
              <Button onClick={() => setEffect(null)}>Elegir otro archivo</Button>
              <Button
                disabledReason={good === 0 ? 'Ninguna fila puede cargarse.' : undefined}
                loading={isBusy}
                onClick={() => void apply()}
                tone="primary"
              >
                {`Cargar ${counted(good, 'fila', 'filas')}`}
              </Button>
            </div>
          </>
        )}
      </Parts>
    </Dialog>
  );
}
