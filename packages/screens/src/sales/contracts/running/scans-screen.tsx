import { useApiQuery } from '@pauta/core/react';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { scanFiles } from '@pauta/domain/sales/contracts/running/scan-files.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DropZone } from '@pauta/ui/import/drop-zone.tsx';
import { Parts } from '@pauta/ui/import/import-style.ts';
import { useImportVerdict } from '@pauta/ui/import/use-import-verdict.ts';
import { droppedFiles } from '@pauta/ui/upload/dropped-files.ts';
import { FolderOpen, Stamp, Upload } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { ScanTable } from './scan-table.tsx';
import type { ImportedContract } from './scanned-contract.ts';
import { type Scan, type Scans, useScans } from './use-scans.ts';

const list = { to: paths.list(contracts), label: contracts.label.many };

/** Attaches the scans of signed papers to contracts that were imported from another system. */
export function ScansScreen(): ReactElement {
  const verdict = useImportVerdict(contracts);
  return (
    <Page data-width="form">
      <PageHeader back={list} title="Agregar contratos firmados escaneados" />
      {verdict.allowed ? (
        <Loaded />
      ) : (
        <NoAccess
          actions={<LinkButton to={list.to}>Volver</LinkButton>}
          title="No puede agregar contratos escaneados"
        >
          {verdict.reason}
        </NoAccess>
      )}
    </Page>
  );
}

function Loaded(): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: readonly ImportedContract[] }>(
    '/contracts/scans',
    // A reload would match the files again while the user looks at them.
    { revalidateOnFocus: false },
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data) {
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  }
  if (data.data.length === 0) {
    return (
      <EmptyState
        actions={<LinkButton to={paths.import(contracts)}>Importar contratos vigentes</LinkButton>}
        title="No hay contratos importados de otro sistema"
      >
        Importe primero los contratos vigentes, con su número en el sistema anterior.
      </EmptyState>
    );
  }
  return <Attaching known={data.data} />;
}

const count = (scans: readonly Scan[], ...states: readonly Scan['state'][]): number =>
  scans.filter(({ state }) => states.includes(state)).length;

const scansIn = (total: number): string =>
  `${formatCount(total)} ${total === 1 ? 'contrato escaneado' : 'contratos escaneados'}`;

function Choose({ add, isRunning }: Pick<Scans, 'add' | 'isRunning'>): ReactElement {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const wait = isRunning ? 'Espere a que termine la carga, o deténgala.' : undefined;
  const input = {
    'aria-hidden': true,
    multiple: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      add(event.target.files ?? []);
      event.target.value = '';
    },
    tabIndex: -1,
    type: 'file',
  } as const;
  return (
    <Card title="Elija los archivos">
      <Parts>
        <p>
          El nombre de cada archivo debe contener el número del contrato en el sistema anterior, como{' '}
          «CT-2023-118.pdf» o «118 firmado.pdf». Un contrato puede tener varios: el primero queda como su
          contrato firmado y los demás en sus documentos. Las firmas, las cuotas y los espacios no cambian.
        </p>
        <DropZone
          onDropped={(dropped) => {
            if (!isRunning) void droppedFiles(dropped).then(add);
          }}
        >
          <Stamp aria-hidden size={32} />
          <strong>Arrastre aquí los archivos, o la carpeta que los contiene</strong>
          <p>
            PDF, JPG o PNG, hasta {formatBytes(scanFiles.maxBytes)} cada uno. De un ZIP, extraiga antes los
            archivos.
          </p>
          <input {...input} accept={scanFiles.accept.join(',')} ref={files} />
          <input {...input} ref={folder} {...{ webkitdirectory: '' }} />
          <div data-row>
            <Button
              disabledReason={wait}
              icon={<Upload aria-hidden size={16} />}
              onClick={() => files.current?.click()}
              tone="primary"
            >
              Elegir archivos
            </Button>
            <Button
              disabledReason={wait}
              icon={<FolderOpen aria-hidden size={16} />}
              onClick={() => folder.current?.click()}
            >
              Elegir una carpeta
            </Button>
          </div>
        </DropZone>
      </Parts>
    </Card>
  );
}

function Attaching({ known }: { readonly known: readonly ImportedContract[] }): ReactElement {
  const { scans, isRunning, hasRun, stopped, add, choose, start, stop } = useScans(known);
  const fit = scans.filter(({ contractId, state }) => contractId !== null && state !== 'unfit');
  const open = count(fit, 'ready', 'failed');
  const [attached, already, failed] = [
    count(scans, 'attached'),
    count(scans, 'already'),
    count(scans, 'failed'),
  ];
  const left = scans.length - fit.length;
  const isOver = hasRun && !isRunning;
  const said = [
    attached === 0
      ? 'No se agregó ninguno.'
      : `${attached === 1 ? 'Se agregó' : 'Se agregaron'} ${scansIn(attached)}.`,
    already > 0 &&
      `${formatCount(already)} ya ${already === 1 ? 'estaba' : 'estaban'}: no se ${already === 1 ? 'subió' : 'subieron'} otra vez.`,
    failed > 0 &&
      `${formatCount(failed)} no se ${failed === 1 ? 'agregó' : 'agregaron'}: vea el motivo y use «Continuar».`,
    left > 0 && `${formatCount(left)} ${left === 1 ? 'quedó' : 'quedaron'} fuera.`,
  ].filter((part) => part !== false);
  return (
    <>
      <Choose add={add} isRunning={isRunning} />
      {isOver && (
        <Banner
          actions={<LinkButton to={list.to}>Ver contratos</LinkButton>}
          live
          tone={failed > 0 ? 'warning' : 'success'}
        >
          {stopped !== null && (
            <>
              <strong>La carga se interrumpió.</strong> {stopped}{' '}
            </>
          )}
          {said.join(' ')}
        </Banner>
      )}
      {scans.length > 0 && (
        <Card title={`${formatCount(scans.length)} ${scans.length === 1 ? 'archivo' : 'archivos'}`}>
          <Parts>
            {isRunning && (
              <>
                <progress
                  aria-label="Carga de contratos escaneados"
                  max={fit.length}
                  value={attached + already + failed}
                />
                <p data-muted>
                  {formatCount(attached + already + failed)} de {formatCount(fit.length)}. Si sale de esta
                  página, la carga se detiene: elija otra vez los mismos archivos y seguirá donde iba.
                </p>
              </>
            )}
            <div data-row>
              {isRunning ? (
                <Button onClick={stop}>Detener la carga</Button>
              ) : (
                <Button
                  disabledReason={
                    count(scans, 'reading') > 0
                      ? 'Espere a que se lean los archivos.'
                      : open > 0
                        ? undefined
                        : 'No hay nada por agregar: elija el contrato de algún archivo, u otros archivos.'
                  }
                  onClick={start}
                  tone="primary"
                >
                  {isOver && open > 0 ? `Continuar con ${formatCount(open)}` : `Agregar ${scansIn(open)}`}
                </Button>
              )}
            </div>
            <ScanTable contracts={known} isLocked={isRunning} onChoose={choose} scans={scans} />
          </Parts>
        </Card>
      )}
    </>
  );
}
