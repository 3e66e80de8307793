import type { Resource } from '@pauta/domain/resource/resource.ts';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { Banner } from '../controls/banner.tsx';
import { Card } from '../controls/card.tsx';
import { LinkButton } from '../controls/link-button.tsx';
import { NoAccess } from '../controls/no-access.tsx';
import { Page } from '../controls/page.tsx';
import { PageHeader } from '../controls/page-header.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { paths } from '../data/paths.ts';
import { CheckStep } from './check-step.tsx';
import { FileStep } from './file-step.tsx';
import type { ImportJob } from './import-job.ts';
import { StepBody, Steps } from './import-style.ts';
import { MappingStep } from './mapping-step.tsx';
import { ProgressStep } from './progress-step.tsx';
import { ResultStep } from './result-step.tsx';
import { useImport } from './use-import.ts';
import { useImportVerdict } from './use-import-verdict.ts';

const steps = ['Archivo', 'Columnas', 'Revisión', 'Importación', 'Resultado'] as const;

const places: Readonly<Record<ImportJob['status'], number>> = {
  reading: 0,
  mapping: 1,
  checking: 2,
  checked: 2,
  committing: 3,
  done: 4,
  cancelled: 4,
  failed: 4,
};

export interface ImportScreenProps {
  readonly resource: Resource;
  /** What the result offers after records were taken over from another system. */
  readonly takenOver?: { readonly text: string; readonly link: ReactNode } | undefined;
}

/**
 * Imports records from a file in five steps: file, columns, check, import, result. Mount it at `<screen>/importar`.
 *
 * @example <Route path="importar" element={<ImportScreen resource={clients} />} />
 */
export function ImportScreen({ resource, takenOver }: ImportScreenProps): ReactElement {
  const verdict = useImportVerdict(resource);
  const list = { to: paths.list(resource), label: resource.label.many };
  return (
    <Page data-width="form">
      <PageHeader
        actions={
          verdict.allowed && <LinkButton to={paths.imports(resource)}>Importaciones anteriores</LinkButton>
        }
        back={list}
        title={`Importar ${resource.label.many.toLocaleLowerCase('es')}`}
      />
      {verdict.allowed ? (
        <Flow resource={resource} takenOver={takenOver} />
      ) : (
        <NoAccess actions={<LinkButton to={list.to}>Volver</LinkButton>} title="No puede importar aquí">
          {verdict.reason}
        </NoAccess>
      )}
    </Page>
  );
}

function Flow({ resource, takenOver }: ImportScreenProps): ReactElement {
  const flow = useImport(resource);
  const { job } = flow;
  const place = flow.remapping ? 1 : job ? places[job.status] : 0;
  const body = useRef<HTMLElement>(null);
  const shown = useRef<number>(undefined);
  const isReady = !flow.isLoading;
  useEffect(() => {
    if (!isReady) return;
    // Moves the focus to the beginning of the next step.
    if (shown.current !== undefined && shown.current !== place) body.current?.focus();
    shown.current = place;
  }, [place, isReady]);

  return (
    <>
      <Steps aria-label="Pasos de la importación">
        {steps.map((step, index) => (
          <li aria-current={index === place ? 'step' : undefined} key={step}>
            {step}
          </li>
        ))}
      </Steps>
      {flow.failure && (
        <Banner live tone="danger">
          <strong>{flow.failure.title}.</strong> {flow.failure.message}
        </Banner>
      )}
      <StepBody aria-label={`Paso ${place + 1}: ${steps[place]}`} ref={body} tabIndex={-1}>
        <Step flow={flow} resource={resource} takenOver={takenOver} />
      </StepBody>
    </>
  );
}

function Step({
  flow,
  resource,
  takenOver,
}: ImportScreenProps & { readonly flow: ReturnType<typeof useImport> }): ReactElement {
  const { job } = flow;
  if (flow.isLoading) {
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  }
  if (!job) return <FileStep flow={flow} resource={resource} />;
  if (job.status === 'mapping' || flow.remapping) {
    return <MappingStep flow={flow} job={job} key={job.id} resource={resource} />;
  }
  if (job.status === 'checked') return <CheckStep flow={flow} job={job} resource={resource} />;
  if (job.status === 'done' || job.status === 'cancelled' || job.status === 'failed') {
    return <ResultStep flow={flow} job={job} resource={resource} takenOver={takenOver} />;
  }
  return <ProgressStep flow={flow} job={job} />;
}
