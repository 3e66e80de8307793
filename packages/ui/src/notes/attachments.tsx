import { useApi, useUser } from '@pauta/core/react';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import { type Attachment, attachmentFiles, attachmentKinds } from '@pauta/domain/notes/notes.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import { CloudOff, Download, FileText, Paperclip, Pencil, Trash2, Upload } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  lazy,
  type ReactElement,
  Suspense,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Badge } from '../controls/badge.tsx';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { EmptyState } from '../controls/empty-state.tsx';
import { formatBytes } from '../controls/file-size.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { useMay } from '../data/may.ts';
import { receiveFile, saveFile } from '../export/save-file.ts';
import { FileList, Zone } from './attachments-style.ts';
import { type UploadWithProgress, uploadWith } from './upload-file.ts';
import { type NoteCommands, useAttachments, useNoteCommands } from './use-notes.ts';
import { useUploads } from './use-uploads.ts';

const AttachmentDialog = lazy(async () => ({
  default: (await import('./attachment-dialog.tsx')).AttachmentDialog,
}));

export interface AttachmentsProps {
  readonly resource: Resource;
  readonly id: string;
  /** Replaces the upload, for tests and stories. */
  readonly upload?: UploadWithProgress;
}

/** The files attached to a record. Files are added by dropping, pasting or selecting them, several at once. */
export function Attachments({ resource, id, upload }: AttachmentsProps): ReactElement {
  const answer = useAttachments(resource, id);
  const commands = useNoteCommands(resource, id);
  const verdict = useMay(resource).permission('attachments.create');
  const attachments = answer.data?.data;
  if (answer.error && !attachments) {
    const { title, message } = describeFailure(answer.error);
    return (
      <Card>
        <EmptyState
          actions={<Button onClick={() => void answer.mutate()}>Reintentar</Button>}
          icon={<CloudOff aria-hidden size={24} />}
          title={title}
        >
          {message}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title="Adjuntos">
      {!attachments ? (
        <Skeleton lines={5} />
      ) : (
        <>
          {verdict.allowed ? (
            <Uploader commands={commands} upload={upload} />
          ) : (
            <Banner tone="neutral">{verdict.reason}</Banner>
          )}
          {attachments.length === 0 ? (
            <EmptyState icon={<Paperclip aria-hidden size={24} />} title="Sin adjuntos">
              Los archivos los ve quien puede ver {thisOne(resource.label)}.
            </EmptyState>
          ) : (
            <FileList aria-label="Archivos adjuntos">
              {attachments.map((attachment) => (
                <OneAttachment
                  attachment={attachment}
                  commands={commands}
                  key={attachment.id}
                  resource={resource}
                />
              ))}
            </FileList>
          )}
        </>
      )}
    </Card>
  );
}

function Uploader({
  commands,
  upload,
}: {
  commands: NoteCommands;
  upload: UploadWithProgress | undefined;
}): ReactElement {
  const api = useApi();
  const send = useMemo(() => upload ?? uploadWith(api), [api, upload]);
  const { uploads, add, cancel, retry } = useUploads(send, commands.attach);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };
  return (
    <>
      <Zone
        aria-label="Agregar archivos"
        data-over={over || undefined}
        onDragLeave={() => setOver(false)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDrop={drop}
        onPaste={paste}
        role="group"
      >
        <Upload aria-hidden size={20} />
        <span>
          Arrastre archivos aquí, péguelos o elíjalos.
          <small>
            PDF, imágenes o documentos de Office, hasta {formatBytes(attachmentFiles.maxBytes)} cada uno
          </small>
        </span>
        <input
          accept={attachmentFiles.accept.join(',')}
          aria-hidden
          multiple
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <Button onClick={() => input.current?.click()}>Elegir archivos</Button>
      </Zone>
      {uploads.length > 0 && (
        <FileList aria-label="Archivos que se suben" aria-live="polite">
          {uploads.map(({ key, file, part, failure }) => (
            <li data-failed={failure !== undefined || undefined} key={key}>
              <FileText aria-hidden size={18} />
              <div>
                <strong>{file.name}</strong>
                {failure === undefined ? (
                  <progress aria-label={`Subiendo ${file.name}`} max={1} value={part} />
                ) : (
                  <small>{failure}</small>
                )}
              </div>
              {failure !== undefined && (
                <Button onClick={() => retry(key)} size="small">
                  Reintentar
                </Button>
              )}
              <Button
                aria-label={`${failure === undefined ? 'Cancelar' : 'Descartar'} ${file.name}`}
                onClick={() => cancel(key)}
                size="small"
                tone="quiet"
              >
                {failure === undefined ? 'Cancelar' : 'Descartar'}
              </Button>
            </li>
          ))}
        </FileList>
      )}
    </>
  );
}

function OneAttachment({
  resource,
  attachment,
  commands,
}: {
  resource: Resource;
  attachment: Attachment;
  commands: NoteCommands;
}): ReactElement {
  const api = useApi();
  const user = useUser();
  const may = useMay(resource);
  const [editing, setEditing] = useState(false);
  const [loading, setLoading] = useState(false);
  const { title, kind, file, author } = attachment;
  const mayChange =
    may.permission('attachments.create').allowed &&
    (author.id === String(user?.id) || may.permission('attachments.delete').allowed);

  const download = async (): Promise<void> => {
    setLoading(true);
    try {
      const response = await api.raw('GET', `/files/${file.id}`, {
        headers: { Accept: '*/*' },
        timeout: 300_000,
      });
      saveFile(await receiveFile(response, file.name));
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setLoading(false);
    }
  };
  const remove = async (): Promise<void> => {
    try {
      const gone = await commands.remove('attachments', attachment);
      notify('Adjunto quitado', {
        action: {
          label: 'Deshacer',
          run: () =>
            void commands
              .restore('attachments', gone)
              .catch((error: unknown) => notify(describeFailure(error).message, { tone: 'danger' })),
        },
      });
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
  };
  return (
    <li>
      <FileText aria-hidden size={18} />
      <div>
        <strong>{title}</strong>
        <small>
          {title !== file.name && `${file.name} · `}
          {formatBytes(file.bytes)} · {author.label} ·{' '}
          <time dateTime={attachment.created_at}>{dateTimeKind.format(attachment.created_at, {})}</time>
        </small>
      </div>
      <Badge>{attachmentKinds[kind]}</Badge>
      <Button
        aria-label={`Descargar ${title}`}
        icon={<Download aria-hidden size={15} />}
        loading={loading}
        onClick={() => void download()}
        size="small"
      >
        Descargar
      </Button>
      {mayChange && (
        <>
          <IconButton
            icon={<Pencil aria-hidden size={15} />}
            label={`Editar ${title}`}
            onClick={() => setEditing(true)}
            size="small"
          />
          <IconButton
            icon={<Trash2 aria-hidden size={15} />}
            label={`Quitar ${title}`}
            onClick={() => void remove()}
            size="small"
          />
        </>
      )}
      {editing && (
        <Suspense>
          <AttachmentDialog
            attachment={attachment}
            onClose={() => setEditing(false)}
            onSave={(values) => commands.changeAttachment(attachment, values)}
          />
        </Suspense>
      )}
    </li>
  );
}
