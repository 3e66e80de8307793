import { useApi } from '@pauta/core/react';
import { formatQuery } from '@pauta/domain/resource/query/query.ts';
import type { ListView } from '@pauta/domain/resource/query/view.ts';
import { exportPermission, type Resource, systemFields } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import { Download } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { DialogActions } from '../controls/confirm-dialog.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { formatBytes } from '../controls/file-size.ts';
import { describeFailure, type Failure } from '../data/failure.ts';
import { useMay } from '../data/may.ts';
import { useLabels } from '../data/use-label.ts';
import { type Selection, selectedCount } from '../query/selection.ts';
import { RadioList } from './radio-list.tsx';
import { type ReceivedFile, receiveFile, saveFile } from './save-file.ts';

export interface ExportDialogProps {
  readonly resource: Resource;
  /** The displayed list: filters, order and columns of the file. */
  readonly view: ListView;
  /** Exports only these rows. */
  readonly selection?: Selection | undefined;
  /** Number of rows of the view, if known. */
  readonly total?: number | undefined;
  readonly onClose: () => void;
}

type Format = 'xlsx' | 'csv' | 'vcf' | 'mailing';
type Columns = 'view' | 'all';

type State =
  | { readonly step: 'choosing'; readonly failure?: Failure }
  | { readonly step: 'receiving'; readonly bytes: number; readonly rows: number | null }
  | { readonly step: 'done'; readonly file: ReceivedFile; readonly sent: string | null };

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  & > p { color: ${t('color-text-muted')}; }
  & progress { inline-size: 100%; accent-color: ${t('color-accent')}; }
`;

/**
 * The parameters that select and order the rows, without `limit` and `cursor`, which concern only the page on screen.
 */
const queryText = (resource: Resource, view: ListView): string => {
  const parameters = formatQuery(resource, view.query);
  parameters.delete('limit');
  parameters.delete('cursor');
  if (view.group !== null) parameters.set('group', view.group);
  return parameters.toString();
};

const bodyOf = (resource: Resource, view: ListView, selection: Selection | undefined) => {
  if (selection?.kind === 'ids') return { ids: selection.ids, query: queryText(resource, view) };
  if (selection) {
    return { query: queryText(resource, { ...view, query: selection.query }), expected: selection.expected };
  }
  return { query: queryText(resource, view) };
};

/** A sentence that describes what will be exported. */
const describeExport = ({ label }: Resource, count: number | undefined, isSelection: boolean): string => {
  if (count === undefined) {
    return 'Se exportan todos los registros que muestra la lista, con sus filtros y en su orden.';
  }
  const verb = count === 1 ? 'exporta' : 'exportan';
  const articles = { m: ['el', 'los'], f: ['la', 'las'] } as const;
  const article = articles[label.gender][count === 1 ? 0 : 1];
  return isSelection
    ? `Se ${verb} ${countOf(label, count)}: ${article} que seleccionó.`
    : `Se ${verb} ${countOf(label, count)}, con los filtros y el orden de la lista.`;
};

/** The number of e-mail addresses in a mailing list and, if some people share an address, the number of people. */
const addresses = (
  { mailing, label }: Resource,
  { headers }: Response,
  rows: number | null,
): string | null => {
  const owners = mailing && 'of' in mailing ? mailing.of().label : label;
  const people = Number(headers.get('x-people-count')) || rows;
  if (rows === null || people === null) return null;
  const emails = `${formatCount(rows)} ${rows === 1 ? 'correo' : 'correos'}`;
  return people === rows
    ? `${emails}.`
    : `${emails} de ${countOf(owners, people)}: cada dirección está una sola vez.`;
};

/**
 * Exports the displayed list: asks for format and columns, shows the progress, and saves the file.
 *
 * @example <ExportDialog resource={clients} view={view} selection={selection} onClose={close} />
 */
export function ExportDialog({ resource, view, selection, total, onClose }: ExportDialogProps): ReactElement {
  const api = useApi();
  const labels = useLabels();
  const may = useMay(resource);
  const [format, setFormat] = useState<Format>('xlsx');
  const [vcardVersion, setVcardVersion] = useState<'3.0' | '4.0'>('3.0');
  const [columns, setColumns] = useState<Columns>('view');
  const [state, setState] = useState<State>({ step: 'choosing' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const fields = { ...resource.fields, ...systemFields };
  const every = Object.entries(fields)
    .filter(([, field]) => labels.visible(field))
    .map(([name]) => name);
  const shown = (view.columns?.map(({ name }) => name) ?? resource.columns).filter((name) =>
    every.includes(name),
  );
  const titled = shown.includes(resource.title) ? shown : [resource.title, ...shown];
  // The list shows the subtitle in the column of the title, so it is exported too.
  const under = [resource.subtitle].filter((name) => name !== undefined && every.includes(name));
  const named = [...new Set([...under.flatMap((name) => name ?? []), ...titled])];
  const permission = exportPermission(resource);
  const verdict = permission === null ? may.view : may.permission(permission);
  const count = selection ? selectedCount(selection) : total;

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setState({ step: 'receiving', bytes: 0, rows: null });
    try {
      const response = await api.raw('POST', `/${resource.path}/export`, {
        body: {
          ...bodyOf(resource, view, selection),
          columns: columns === 'view' ? named : every,
          format,
          ...(format === 'vcf' && { vcard: vcardVersion }),
        },
        signal: controller.signal,
        timeout: 0,
      });
      const rows = Number(response.headers.get('x-row-count')) || null;
      const file = await receiveFile(
        response,
        `${resource.label.many}.${format === 'mailing' ? 'csv' : format}`,
        (bytes) => setState({ step: 'receiving', bytes, rows }),
      );
      saveFile(file);
      setState({
        step: 'done',
        file,
        sent: format === 'mailing' ? addresses(resource, response, rows) : null,
      });
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ step: 'choosing', failure: describeFailure(error) });
    }
  };
  const stop = (): void => {
    running.current?.abort();
    setState({ step: 'choosing' });
  };

  return (
    <Dialog
      onClose={onClose}
      open
      title={`Exportar ${resource.label.many.toLocaleLowerCase('es')}`}
      width={32}
    >
      {state.step === 'choosing' && (
        <Parts>
          {state.failure && (
            <Banner live tone="danger">
              <strong>{state.failure.title}.</strong> {state.failure.message}
            </Banner>
          )}
          <p>
            {format === 'mailing'
              ? 'Se exporta el correo de cada persona a la que se puede enviar publicidad.'
              : describeExport(resource, count, selection !== undefined)}
          </p>
          <RadioList
            label="Formato"
            onChange={setFormat}
            options={[
              {
                value: 'xlsx',
                label: 'Excel (XLSX)',
                hint: 'Números, fechas y sí/no con su tipo; listo para filtrar.',
              },
              { value: 'csv', label: 'CSV', hint: 'Texto separado por comas, para otros programas.' },
              ...(resource.vcard
                ? [
                    {
                      value: 'vcf' as const,
                      label: 'vCard',
                      hint: 'Para la libreta de un teléfono o del correo.',
                    },
                  ]
                : []),
              ...(resource.mailing
                ? [
                    {
                      value: 'mailing' as const,
                      label: 'Lista de envío (CSV)',
                      hint: 'De ellos, solo las personas activas que aceptan publicidad y cuyo correo no rebota.',
                    },
                  ]
                : []),
            ]}
            value={format}
          />
          {format === 'vcf' && (
            <RadioList
              label="Versión"
              onChange={setVcardVersion}
              options={[
                { value: '3.0', label: 'vCard 3.0', hint: 'La leen casi todos los programas.' },
                { value: '4.0', label: 'vCard 4.0', hint: 'Para los programas más nuevos.' },
              ]}
              value={vcardVersion}
            />
          )}
          {(format === 'xlsx' || format === 'csv') && (
            <RadioList
              label="Columnas"
              onChange={setColumns}
              options={[
                { value: 'view', label: `Las de la lista (${named.length})` },
                { value: 'all', label: `Todas (${every.length})` },
              ]}
              value={columns}
            />
          )}
          <DialogActions>
            <Button onClick={onClose}>Cancelar</Button>
            <Button
              disabledReason={verdict.allowed ? undefined : verdict.reason}
              icon={<Download aria-hidden size={16} />}
              onClick={() => void start()}
              tone="primary"
            >
              Exportar
            </Button>
          </DialogActions>
        </Parts>
      )}
      {state.step === 'receiving' && (
        <Parts>
          <div aria-live="polite">
            {state.rows === null
              ? 'Preparando el archivo…'
              : format === 'mailing'
                ? `Recibiendo ${formatCount(state.rows)} ${state.rows === 1 ? 'correo' : 'correos'}…`
                : `Recibiendo ${countOf(resource.label, state.rows)}…`}
          </div>
          <progress aria-label="Exportación en curso" />
          <p>{state.bytes > 0 ? `${formatBytes(state.bytes)} recibidos` : 'Esto tarda unos segundos.'}</p>
          <DialogActions>
            <Button onClick={stop}>Detener</Button>
          </DialogActions>
        </Parts>
      )}
      {state.step === 'done' && (
        <Parts>
          <Banner live tone="success">
            <strong>Archivo listo.</strong> {state.sent} Búsquelo entre sus descargas: {state.file.name} (
            {formatBytes(state.file.blob.size)}).
          </Banner>
          <DialogActions>
            <Button icon={<Download aria-hidden size={16} />} onClick={() => saveFile(state.file)}>
              Guardar otra vez
            </Button>
            <Button onClick={onClose} tone="primary">
              Cerrar
            </Button>
          </DialogActions>
        </Parts>
      )}
    </Dialog>
  );
}
