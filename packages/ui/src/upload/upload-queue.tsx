import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import { CircleAlert, CircleCheck, FolderOpen, Pause, Play, Upload, X } from 'lucide-react';
import { type ChangeEvent, type ReactElement, useRef } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { formatBytes } from '../controls/file-size.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { DropZone } from '../import/drop-zone.tsx';
import { droppedFiles } from './dropped-files.ts';
import { isRunning, type UploadQueue as Queue, type QueuedUpload } from './use-upload-queue.ts';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: ${t('space-1')} ${t('space-2')}; align-items: center; padding-block: ${t('space-2')}; border-block-end: 1px solid ${t('color-border')}; }
  & strong { font-weight: ${t('weight-medium')}; overflow-wrap: anywhere; }
  & p { margin: 0; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-failure] { display: flex; gap: ${t('space-1')}; align-items: flex-start; color: ${t('color-danger-text')}; }
  & svg { flex: none; }
  & [data-buttons] { display: flex; }
`;

const Bar = styled.progress`
  grid-column: 1 / -1;
  inline-size: 100%;
  block-size: 6px;
  accent-color: ${t('color-accent')};
`;

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  & [data-row] { display: flex; flex-wrap: wrap; justify-content: center; gap: ${t('space-2')}; }
  & [data-total] { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: ${t('space-2')}; }
  & [data-total] > p { margin: 0; }
`;

const percent = (part: number): string => `${Math.floor(part * 100)} %`;

const said = ({ state, part, bytes }: QueuedUpload): string => {
  const size = formatBytes(bytes);
  const sent = `${percent(part)} de ${size}`;
  switch (state) {
    case 'waiting':
      return `En espera · ${size}`;
    case 'sending':
      return `Subiendo · ${sent}`;
    case 'offline':
      return `Sin conexión; continúa sola cuando vuelva · ${sent}`;
    case 'saving':
      return `Guardando · ${size}`;
    case 'paused':
      return `En pausa · ${sent}`;
    case 'done':
      return `Listo · ${size}`;
    case 'unfinished':
      return `Quedó sin terminar · ${sent}. Elija el mismo archivo para continuar.`;
    case 'failed':
      return size;
  }
};

function Line({ upload, queue }: { readonly upload: QueuedUpload; readonly queue: Queue }): ReactElement {
  const { key, name, state, part, failure, file } = upload;
  const isMoving = ['waiting', 'sending', 'offline'].includes(state);
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p>{said(upload)}</p>
        {failure !== null && (
          <p data-failure>
            <CircleAlert aria-hidden size={16} />
            {failure}
          </p>
        )}
      </div>
      <div data-buttons>
        {isMoving && (
          <IconButton
            icon={<Pause aria-hidden size={16} />}
            label={`Pausar ${name}`}
            onClick={() => queue.pause(key)}
          />
        )}
        {file && (state === 'paused' || state === 'failed') && (
          <IconButton
            icon={<Play aria-hidden size={16} />}
            label={`${state === 'paused' ? 'Continuar' : 'Reintentar'} ${name}`}
            onClick={() => queue.resume(key)}
          />
        )}
        {state === 'done' ? (
          <CircleCheck aria-hidden size={18} />
        ) : (
          state !== 'saving' && (
            <IconButton
              icon={<X aria-hidden size={16} />}
              label={`Cancelar ${name}`}
              onClick={() => queue.cancel(key)}
            />
          )
        )}
      </div>
      {!['done', 'failed', 'waiting'].includes(state) && (
        <Bar aria-label={`Subida de ${name}`} max={1} value={part}>
          {percent(part)}
        </Bar>
      )}
    </li>
  );
}

const files = (count: number): string => `${formatCount(count)} ${count === 1 ? 'archivo' : 'archivos'}`;

/** How far all are, without what changes many times a second: a screen reader announces it. */
const summary = (uploads: readonly QueuedUpload[]): string => {
  const mine = uploads.filter(({ state }) => state !== 'unfinished');
  const count = (...states: QueuedUpload['state'][]) =>
    mine.filter(({ state }) => states.includes(state)).length;
  const failed = count('failed');
  const paused = count('paused');
  return [
    mine.length === 0
      ? 'Ningún archivo elegido'
      : `${formatCount(count('done'))} de ${files(mine.length)} listos`,
    ...(failed > 0 ? [`${formatCount(failed)} con error`] : []),
    ...(paused > 0 ? [`${formatCount(paused)} en pausa`] : []),
    ...(count('offline') > 0 ? ['sin conexión'] : []),
  ].join(' · ');
};

export interface UploadQueueProps {
  readonly queue: Queue;
  readonly accept: readonly string[];
  readonly maxBytes: number;
  /** The accepted files in words: «Videos MP4, WebM o MOV». */
  readonly kinds: string;
}

/** Where files and folders are dropped or chosen, and how far their uploads are. State: `useUploadQueue`. */
export function UploadQueue({ queue, accept, maxBytes, kinds }: UploadQueueProps): ReactElement {
  const chosen = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const { uploads, add } = queue;
  const input = {
    'aria-hidden': true,
    multiple: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      add([...(event.target.files ?? [])]);
      event.target.value = '';
    },
    tabIndex: -1,
    type: 'file',
  } as const;
  const sending = uploads.filter((one) => isRunning(one) || one.state === 'paused');
  const total = sending.reduce((sum, { bytes }) => sum + bytes, 0);
  const sent = sending.reduce((sum, { bytes, part }) => sum + bytes * part, 0);
  return (
    <Root>
      <DropZone onDropped={(dropped) => void droppedFiles(dropped).then(add)}>
        <Upload aria-hidden size={28} />
        <strong>Arrastre aquí archivos o carpetas</strong>
        <p>
          {kinds}, hasta {formatBytes(maxBytes)} cada uno. Si se corta la conexión, la subida continúa donde
          quedó.
        </p>
        <input {...input} accept={accept.join(',')} ref={chosen} />
        <input {...input} ref={folder} {...{ webkitdirectory: '' }} />
        <div data-row>
          <Button
            icon={<Upload aria-hidden size={16} />}
            onClick={() => chosen.current?.click()}
            tone="primary"
          >
            Elegir archivos
          </Button>
          <Button icon={<FolderOpen aria-hidden size={16} />} onClick={() => folder.current?.click()}>
            Elegir una carpeta
          </Button>
        </div>
      </DropZone>
      <VisuallyHidden aria-live="polite">{summary(uploads)}</VisuallyHidden>
      {uploads.length > 0 && (
        <>
          <div data-total>
            <p aria-hidden>{summary(uploads)}</p>
            {uploads.some(({ state }) => state === 'done') && (
              <Button onClick={queue.clear} size="small" tone="quiet">
                Quitar los listos
              </Button>
            )}
          </div>
          {sending.length > 1 && (
            <Bar aria-label="Subida de todos los archivos" max={1} value={sent / total}>
              {percent(sent / total)}
            </Bar>
          )}
          <List aria-label="Archivos">
            {uploads.map((upload) => (
              <Line key={upload.key} queue={queue} upload={upload} />
            ))}
          </List>
        </>
      )}
    </Root>
  );
}
