import { useApi, useApiQuery } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Download, FileSpreadsheet, Upload } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { formatBytes } from '../controls/file-size.ts';
import { Spinner } from '../controls/spinner.tsx';
import { TextArea } from '../controls/text-area.tsx';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { receiveFile, saveFile } from '../export/save-file.ts';
import { DropZone } from './drop-zone.tsx';
import type { PastImport } from './import-job.ts';
import { Parts } from './import-style.ts';
import type { Import } from './use-import.ts';

const mostBytes = 20 * 1024 * 1024;

/** The first step: a file, dropped or selected, or cells pasted from a spreadsheet. */
export function FileStep({ resource, flow }: { resource: Resource; flow: Import }): ReactElement {
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string>();
  const [template, setTemplate] = useState(false);
  const recent = useApiQuery<{ data: readonly PastImport[] }>(`/imports?resource=${resource.name}`);
  const open = recent.data?.data.filter(({ own, finished_at }) => own && finished_at === null) ?? [];

  const take = (file: File | undefined): void => {
    if (!file) return;
    if (file.size > mostBytes) {
      setRefused(
        `El archivo pesa ${formatBytes(file.size)}; el máximo es ${formatBytes(mostBytes)}. Divídalo en partes.`,
      );
      return;
    }
    setRefused(undefined);
    flow.upload(file);
  };
  const getTemplate = async (): Promise<void> => {
    setTemplate(true);
    try {
      saveFile(
        await receiveFile(await api.raw('GET', `/${resource.path}/import-template`), 'Plantilla.xlsx'),
      );
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setTemplate(false);
    }
  };

  const identity = resource.takenOver && resource.fields[resource.takenOver];
  const { label } = resource;

  return (
    <Parts>
      {identity && (
        <Banner>
          <strong>{`${label.many} que ya corren en otro sistema:`}</strong>{' '}
          {`las filas con «${identity.label}» entran vigentes, con lo emitido y lo facturado hasta hoy y sin firmas nuevas. La revisión los simula sin guardar nada y muestra el cuadre de totales; la importación se deshace hasta el primer hecho sobre cada uno.`}
        </Banner>
      )}
      <Card title="Elija el archivo">
        <Parts>
          <DropZone onDropped={({ files }) => take(files[0])}>
            {flow.pending ? <Spinner /> : <FileSpreadsheet aria-hidden size={32} />}
            <strong>
              {flow.pending
                ? 'Leyendo el archivo…'
                : `Arrastre aquí un archivo CSV${resource.vcard ? ', vCard' : ''}, XLSX u ODS`}
            </strong>
            <p>Hasta 20 MB y 50,000 filas. La primera fila debe tener los nombres de las columnas.</p>
            <input
              accept={`.csv,.txt,.tsv,.xlsx,.ods,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.oasis.opendocument.spreadsheet${resource.vcard ? ',.vcf,text/vcard' : ''}`}
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
              loading={flow.pending}
              onClick={() => input.current?.click()}
              tone="primary"
            >
              Elegir archivo
            </Button>
          </DropZone>
          {refused && (
            <p data-error role="alert">
              {refused}
            </p>
          )}
          <div data-row>
            <p data-grow data-muted>
              La plantilla trae los nombres que se reconocen; los que llevan * son obligatorios.
            </p>
            <Button
              icon={<Download aria-hidden size={16} />}
              loading={template}
              onClick={() => void getTemplate()}
            >
              Descargar plantilla
            </Button>
          </div>
        </Parts>
      </Card>
      <Card title="O pegue las celdas">
        <Parts>
          <TextArea
            hint="Copie en su hoja de cálculo el rango con sus encabezados y péguelo aquí."
            label="Celdas copiadas"
            onChange={setText}
            value={text}
          />
          <div data-row>
            <Button
              disabledReason={text.trim() === '' ? 'Pegue primero las celdas.' : undefined}
              loading={flow.pending}
              onClick={() => flow.upload(text)}
            >
              Continuar con lo pegado
            </Button>
          </div>
        </Parts>
      </Card>
      {open.length > 0 && (
        <Card title="Sin terminar">
          <Parts>
            {open.map((one) => (
              <div data-row key={one.id}>
                <p data-grow>
                  {one.file_name} · {formatCount(one.rows)} {one.rows === 1 ? 'fila' : 'filas'} ·{' '}
                  {formatInstant(one.created_at)}
                </p>
                <Button
                  aria-label={`Continuar con ${one.file_name}`}
                  onClick={() => flow.open(one.id)}
                  size="small"
                >
                  Continuar
                </Button>
              </div>
            ))}
          </Parts>
        </Card>
      )}
    </Parts>
  );
}
