import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { token as t } from '@pauta/layout/theme';
import { FileText, Upload } from 'lucide-react';
import { type DragEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';
import { formatBytes } from './file-size.ts';
import { Spinner } from './spinner.tsx';

/**
 * Uploads one file; rejects with an error whose message is shown to the user. `onProgress` takes the sent part, from 0
 * to 1; an upload that does not report it shows none.
 */
export type UploadFile = (
  file: File,
  signal: AbortSignal,
  onProgress: (part: number) => void,
) => Promise<StoredFile>;

export interface FileInputProps extends FieldProps {
  readonly value: StoredFile | null;
  readonly onChange: (value: StoredFile | null) => void;
  readonly upload: UploadFile;
  /** MIME types. */
  readonly accept: readonly string[];
  readonly maxBytes: number;
}

const Zone = styled.div`
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: ${t('space-2')};
  min-block-size: calc(${t('control-height')} + 14px);
  padding: 6px ${t('space-3')};
  border: 1px dashed ${t('color-border-strong')};
  border-radius: ${t('radius-md')};
  background: ${t('color-surface')};
  &[data-over] { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; }
  & > span { flex: 1; min-inline-size: 8rem; overflow: hidden; text-overflow: ellipsis; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & > span > strong { color: ${t('color-text')}; font-weight: ${t('weight-medium')}; overflow-wrap: anywhere; }
  & > input { display: none; }
  & > svg { flex: none; color: ${t('color-text-muted')}; }
  & > progress { flex-basis: 100%; inline-size: 100%; block-size: 6px; accent-color: ${t('color-accent')}; }
`;

const kinds: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
  'video/quicktime': 'MOV',
  'audio/mpeg': 'MP3',
  'audio/wav': 'WAV',
  'audio/x-wav': 'WAV',
  'audio/ogg': 'OGG',
  'audio/mp4': 'M4A',
  'audio/x-m4a': 'M4A',
  'audio/aac': 'AAC',
  'audio/flac': 'FLAC',
  'audio/x-flac': 'FLAC',
};

/** One file, selected or dropped. It is uploaded immediately; the value describes the stored file. */
export function FileInput({
  value,
  onChange,
  upload,
  accept,
  maxBytes,
  ...field
}: FileInputProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(undefined);
  const [pending, setPending] = useState<string | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const [over, setOver] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  const take = async (file: File | undefined): Promise<void> => {
    if (!file || field.readOnly) return;
    if (!accept.includes(file.type)) return setFailure('Ese tipo de archivo no se acepta aquí.');
    if (file.size > maxBytes)
      return setFailure(`El archivo pesa ${formatBytes(file.size)}; el máximo es ${formatBytes(maxBytes)}.`);
    const controller = new AbortController();
    running.current = controller;
    setFailure(undefined);
    setPending(file.name);
    try {
      onChange(await upload(file, controller.signal, setPart));
    } catch (error) {
      if (!controller.signal.aborted)
        setFailure(error instanceof Error ? error.message : 'No se pudo subir el archivo.');
    } finally {
      setPending(null);
      setPart(null);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const types = [...new Set(accept.map((type) => kinds[type] ?? type))].join(', ');

  return (
    <Field {...field} error={failure ?? field.error}>
      {(aria) => (
        <Zone
          data-over={over || undefined}
          onDragLeave={() => setOver(false)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDrop={drop}
        >
          {pending ? <Spinner /> : <FileText aria-hidden size={18} />}
          <span aria-live="polite">
            {pending ? (
              <>
                Subiendo <strong>{pending}</strong>…
              </>
            ) : value ? (
              <>
                <strong>{value.name || 'Archivo guardado'}</strong>
                {value.bytes > 0 && ` · ${formatBytes(value.bytes)}`}
              </>
            ) : (
              `${types}, hasta ${formatBytes(maxBytes)}`
            )}
          </span>
          {pending && part !== null && (
            <progress aria-label={`Subida de ${pending}`} max={1} value={part}>
              {Math.round(part * 100)} %
            </progress>
          )}
          <input
            accept={accept.join(',')}
            aria-hidden
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
            ref={input}
            tabIndex={-1}
            type="file"
          />
          {pending ? (
            <Button onClick={() => running.current?.abort()} size="small" tone="quiet">
              Cancelar
            </Button>
          ) : (
            !field.readOnly && (
              <Button
                aria-describedby={aria['aria-describedby']}
                aria-label={`${value ? 'Cambiar' : 'Elegir'} archivo: ${field.label}`}
                data-focus-target
                icon={<Upload aria-hidden size={15} />}
                onClick={() => input.current?.click()}
                size="small"
              >
                {value ? 'Cambiar' : 'Elegir archivo'}
              </Button>
            )
          )}
          {value && !pending && !field.readOnly && (
            <Button
              aria-label={`Quitar archivo: ${field.label}`}
              onClick={() => onChange(null)}
              size="small"
              tone="quiet"
            >
              Quitar
            </Button>
          )}
        </Zone>
      )}
    </Field>
  );
}
