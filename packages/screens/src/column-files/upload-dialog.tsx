import { createIdempotencyKey } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { CommandRun } from '@pauta/ui/command/command-run.ts';
import { followRun } from '@pauta/ui/command/run-queue.ts';
import { useDryRun } from '@pauta/ui/command/use-dry-run.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { Spinner } from '@pauta/ui/controls/spinner.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { inputs } from '@pauta/ui/field-components/inputs.tsx';
import { DropZone } from '@pauta/ui/import/drop-zone.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { Upload } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { ColumnFile, ColumnFilePreview } from './column-file.ts';
import { ColumnsInput } from './columns-input.tsx';
import { ReadRows } from './read-rows.tsx';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-4, 1rem);
  min-inline-size: 0;
  & p { margin: 0; }
  & > p[role='alert'] { color: var(--pauta-color-danger-text); }
`;

const mostBytes = 20 * 1024 * 1024;
/** Reading a large file takes a while, in milliseconds. */
const longest = 120_000;
const OwnerInput = inputs.reference;
const LineInput = inputs.integer;
const nothing = (): void => {};

/**
 * Whose file it is and the file; then how its first rows would be read, where the meaning of its columns can be changed.
 * Nothing is stored before it is confirmed. Confirming stores the file and starts the command that reads it.
 */
export function UploadDialog({
  kind,
  onClose,
}: {
  readonly kind: ColumnFile;
  readonly onClose: () => void;
}): ReactElement {
  const { resource, texts } = kind;
  const api = useApi();
  const may = useMay(resource);
  const commands = useCommands(resource);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [owner, setOwner] = useState<unknown>(null);
  const [missing, setMissing] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [given, setGiven] = useState<{ readonly file: File; readonly key: string }>();
  const [columns, setColumns] = useState<readonly JsonRow[]>();
  const [line, setLine] = useState<unknown>();
  const [isSending, setSending] = useState(false);

  const ownerId = referenceId(owner);
  const headerLine = /^\d+$/.test(String(line ?? '')) ? Number(line) : undefined;
  const address = (step: string): string =>
    `/${resource.path}/read${step}?${new URLSearchParams({
      [kind.owner]: ownerId ?? '',
      ...(headerLine !== undefined && { header_line: String(headerLine) }),
    })}`;
  const bodyOf = (file: File): FormData => {
    const body = new FormData();
    if (columns) body.append('columns', JSON.stringify(columns));
    body.append('file', file);
    return body;
  };
  const key =
    given && ownerId !== null ? JSON.stringify([ownerId, given.key, headerLine, columns ?? null]) : null;
  const {
    result: answered,
    error,
    pending,
  } = useDryRun(
    key,
    async (signal) => {
      if (!given) throw new Error('a preview is of a file');
      const options = { timeout: longest, signal };
      return (await api.post<{ data: ColumnFilePreview }>(address('/preview'), bodyOf(given.file), options))
        .data;
    },
    300,
  );

  // What was shown stays while the next preview is requested, and if it is refused.
  const latest = useRef<{ readonly of: string; readonly preview: ColumnFilePreview } | null>(null);
  if (answered && given) latest.current = { of: given.key, preview: answered };
  const result = given && latest.current?.of === given.key ? latest.current.preview : undefined;

  const choose = (file: File | undefined): void => {
    if (!file) return;
    setMissing(ownerId === null ? kind.noOwner : undefined);
    if (ownerId === null) return;
    latest.current = null;
    setRefused(
      file.size > mostBytes
        ? `El archivo pesa ${formatBytes(file.size)}; el máximo es ${formatBytes(mostBytes)}. ${texts.divide}`
        : undefined,
    );
    setColumns(undefined);
    setLine(undefined);
    setGiven(file.size > mostBytes ? undefined : { file, key: createIdempotencyKey() });
  };

  /** Reads the stored file. If that cannot be started, its page says why and offers it again. */
  const start = async (id: string): Promise<void> => {
    const command = resource.commands[kind.command];
    try {
      const record = await commands.read(id);
      if (!command || !may.command(record, command).allowed) return;
      const { run } = await commands.command(record, kind.command, {}, createIdempotencyKey());
      followRun({ run: run as CommandRun, resource, command });
    } catch (failure) {
      notify(describeFailure(failure).message, { tone: 'danger' });
    }
  };
  const confirm = async (): Promise<void> => {
    if (!given) return;
    setSending(true);
    setRefused(undefined);
    try {
      const { data } = await api.post<{ data: { id: string } }>(address(''), bodyOf(given.file), {
        timeout: longest,
      });
      await start(data.id);
      onClose();
      navigate(paths.record(resource, data.id));
    } catch (failure) {
      setRefused(describeFailure(failure).message);
      setSending(false);
    }
  };

  const ownerField = fieldOf(resource, kind.owner);
  const failure = refused ?? (error ? describeFailure(error).message : undefined);
  const isTable = result?.header_line !== undefined && (result.format ?? 'table') === 'table';
  return (
    <Dialog onClose={onClose} open title={texts.title} width={result ? 60 : 36}>
      <Parts>
        <OwnerInput
          error={missing}
          field={ownerField}
          label={ownerField.label}
          name={kind.owner}
          onBlur={nothing}
          onChange={(value) => {
            setOwner(value);
            setMissing(undefined);
            setRefused(undefined);
            setColumns(undefined);
          }}
          required
          value={owner}
          values={{}}
        />
        {failure !== undefined && <p role="alert">{failure}</p>}
        {given && result ? (
          <>
            <p>
              <strong>{given.file.name}</strong>: {formatCount(result.count)}{' '}
              {result.count === 1 ? 'fila' : 'filas'}. Revise cómo se leen las primeras; nada se ha guardado.
            </p>
            {isTable && (
              <LineInput
                field={fieldOf(resource, 'header_line')}
                hint={fieldOf(resource, 'header_line').options.hint}
                label={fieldOf(resource, 'header_line').label}
                name="header_line"
                onBlur={nothing}
                onChange={(value) => {
                  setLine(value);
                  setColumns(undefined);
                }}
                value={line ?? result.header_line}
                values={{}}
              />
            )}
            <ColumnsInput
              error={result.missing ?? undefined}
              field={fieldOf(resource, 'columns')}
              label={fieldOf(resource, 'columns').label}
              name="columns"
              onBlur={nothing}
              onChange={(value) => setColumns(value as readonly JsonRow[])}
              value={columns ?? result.columns}
              values={{}}
            />
            <div aria-busy={pending}>
              {result.missing === null && (
                <ReadRows counted={kind.counted} resource={kind.rows} rows={result.rows} shown={kind.shown} />
              )}
            </div>
            <DialogActions>
              <Button onClick={() => setGiven(undefined)}>Otro archivo</Button>
              <Button
                disabledReason={result.missing ?? (error ? failure : undefined)}
                loading={isSending || pending}
                onClick={() => void confirm()}
                tone="primary"
              >
                {texts.confirm}
              </Button>
            </DialogActions>
          </>
        ) : (
          <DropZone onDropped={({ files }) => choose(files[0])}>
            {pending ? <Spinner /> : <kind.icon aria-hidden size={28} />}
            <strong>{pending ? 'Leyendo el archivo…' : texts.drop}</strong>
            <p>{texts.about}</p>
            <input
              accept={kind.accept}
              aria-hidden
              onChange={(event) => {
                choose(event.target.files?.[0]);
                event.target.value = '';
              }}
              ref={input}
              tabIndex={-1}
              type="file"
            />
            <Button
              icon={<Upload aria-hidden size={16} />}
              loading={pending}
              onClick={() => (ownerId === null ? setMissing(kind.noOwner) : input.current?.click())}
              tone="primary"
            >
              Elegir archivo
            </Button>
          </DropZone>
        )}
      </Parts>
    </Dialog>
  );
}
