import type {
  RegistrationDocument,
  RegistrationDocumentKind,
  RegistrationDocumentRule,
} from '@pauta/domain/crm/registrations/documents.ts';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { Download, FileText, Trash2, Upload } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';

/** The documents of a registration and the expected kinds, as the API returns them. */
export interface RegistrationDocumentSet {
  readonly documents: readonly RegistrationDocument[];
  readonly rules: readonly RegistrationDocumentRule[];
}

const List = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: grid; gap: var(--pauta-space-2); padding-block: var(--pauta-space-3); }
  & > li + li { border-block-start: 1px solid var(--pauta-color-border); }
  & > li > header { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-2); }
  & > li > header > strong { font-weight: var(--pauta-weight-medium); }
  & > li > header > small { flex: 1 1 12rem; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & input { display: none; }
  & [role='alert'] { margin: 0; color: var(--pauta-color-danger-text); font-size: var(--pauta-text-sm); }
  & ul { display: grid; gap: var(--pauta-space-1); margin: 0; padding: 0; list-style: none; }
  & ul > li { display: flex; align-items: center; gap: var(--pauta-space-2); }
  & ul > li > svg { flex: none; color: var(--pauta-color-text-muted); }
  & ul > li > span { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
  & ul > li small { display: block; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
`;

export interface DocumentListProps extends RegistrationDocumentSet {
  /** Without it nothing can be added. */
  readonly onAdd?: (kind: RegistrationDocumentKind, file: File) => Promise<void>;
  readonly onRemove?: (document: RegistrationDocument) => Promise<void>;
  readonly onDownload?: (document: RegistrationDocument) => Promise<void>;
  readonly removable: (document: RegistrationDocument) => boolean;
}

const accepted = ({ extensions, max_mb }: RegistrationDocumentRule): string =>
  `${extensions.map((one) => one.toUpperCase()).join(', ')}, hasta ${max_mb} MB`;

/** Each kind of document with the received files, whether it is missing, and the accepted types. */
export function DocumentList({ documents, rules, ...actions }: DocumentListProps): ReactElement {
  return (
    <List aria-label="Documentos">
      {rules.map((rule) => (
        <Kind
          documents={documents.filter(({ kind }) => kind === rule.kind)}
          key={rule.kind}
          rule={rule}
          {...actions}
        />
      ))}
    </List>
  );
}

function Kind({
  rule,
  documents,
  onAdd,
  onRemove,
  onDownload,
  removable,
}: Omit<DocumentListProps, 'rules'> & { rule: RegistrationDocumentRule }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async (work: () => Promise<void>): Promise<void> => {
    setPending(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(describeFailure(error).message);
    } finally {
      setPending(false);
    }
  };
  const take = (file: File | undefined): void => {
    if (!file || !onAdd) return;
    if (file.size > rule.max_mb * 1024 * 1024) {
      setFailure(`El archivo pesa ${formatBytes(file.size)}; el máximo es ${rule.max_mb} MB.`);
    } else void run(() => onAdd(rule.kind, file));
  };
  return (
    <li>
      <header>
        <strong>{rule.label}</strong>
        {rule.required && (
          <Badge tone={rule.missing ? 'warning' : 'success'}>{rule.missing ? 'Falta' : 'Recibido'}</Badge>
        )}
        <small>{accepted(rule)}</small>
        {onAdd && (
          <>
            <input
              accept={[...rule.extensions.map((one) => `.${one}`), ...rule.mimes].join(',')}
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
              aria-label={`Agregar archivo: ${rule.label}`}
              icon={<Upload aria-hidden size={15} />}
              loading={pending}
              onClick={() => input.current?.click()}
              size="small"
            >
              Agregar archivo
            </Button>
          </>
        )}
      </header>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {documents.length > 0 && (
        <ul>
          {documents.map((document) => (
            <li key={document.id}>
              <FileText aria-hidden size={16} />
              <span>
                {document.file.name}
                <small>
                  {formatBytes(document.file.bytes)} ·{' '}
                  {document.author?.label ?? 'Enviado por el solicitante'} ·{' '}
                  {dateTimeKind.format(document.created_at, {})}
                </small>
              </span>
              {onDownload && (
                <IconButton
                  icon={<Download aria-hidden size={15} />}
                  label={`Descargar ${document.file.name}`}
                  onClick={() => void run(() => onDownload(document))}
                  size="small"
                />
              )}
              {onRemove && removable(document) && (
                <IconButton
                  icon={<Trash2 aria-hidden size={15} />}
                  label={`Quitar ${document.file.name}`}
                  onClick={() => void run(() => onRemove(document))}
                  size="small"
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
