import type { Line } from '@pauta/domain/document/document.ts';
import type { LimitsGiven } from '@pauta/domain/inventory/tech-templates/material-limits.ts';
import { techTemplates } from '@pauta/domain/inventory/tech-templates/tech-template.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { FileDiff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { LimitList } from '../../tech-sheets/limit-list.tsx';

const CompareVersions = lazy(async () => ({
  default: (await import('./compare-versions.tsx')).CompareVersions,
}));
const SampleFile = lazy(async () => ({ default: (await import('./sample-file.tsx')).SampleFile }));
const LazyPreview = lazy(async () => ({ default: (await import('./template-preview.tsx')).TemplatePreview }));

const list = paths.list(techTemplates);

const MaterialLimitsNote = ({ line }: { readonly line: Line }) => (
  // The table has the formats and the size in columns of their own.
  <LimitList limits={{ ...(line as LimitsGiven), file_types: [], max_mb: null }} />
);

/** Inventario › Gestión de Fichas Técnicas. */
export const TechTemplates = resourceScreens(techTemplates, {
  list: {
    title: 'Gestión de Fichas Técnicas',
    description: 'Lo que se pide al cliente por cada espacio vendido: datos y archivos, con sus límites.',
  },
  form: {
    // What is counted is not entered.
    sections: techTemplates.sections.map((section) => ({
      ...section,
      fields: section.fields.filter((name) => !techTemplates.fields[name]?.options.computed),
    })),
    aside: (props) => (
      <Suspense>
        <LazyPreview {...props} />
      </Suspense>
    ),
  },
  detail: {
    actions: (template) => (
      <DownloadButton
        name={`Especificación ${template.code} v${template.version}.pdf`}
        path={`/tech-templates/${template.id}/specification.pdf`}
      >
        Descargar PDF
      </DownloadButton>
    ),
    lineNotes: { materials: MaterialLimitsNote },
    tabs: [
      {
        id: 'vista',
        label: 'Vista previa',
        content: (template) => (
          <Suspense>
            <LazyPreview values={template} />
          </Suspense>
        ),
      },
      {
        id: 'muestra',
        label: 'Muestra',
        content: (template) => (
          <Suspense>
            <SampleFile template={template} />
          </Suspense>
        ),
      },
    ],
    moreActions: (template, _may, go) => [
      {
        id: 'compare',
        label: 'Comparar versiones',
        icon: <FileDiff aria-hidden size={16} />,
        onAction: () => go(`${list}/comparar?a=${template.id}`),
      },
    ],
  },
  routes: {
    comparar: { title: 'Comparar versiones', screen: CompareVersions },
  },
});
