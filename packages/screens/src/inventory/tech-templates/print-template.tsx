import { describeLimits } from '@pauta/domain/inventory/tech-templates/material-limits.ts';
import { plainDecimal } from '@pauta/domain/inventory/tech-templates/plain-decimal.ts';
import { techTemplateStates, techTemplates } from '@pauta/domain/inventory/tech-templates/tech-template.ts';
import {
  materialKinds,
  techFieldTypes,
  techTemplateMaterials,
} from '@pauta/domain/inventory/tech-templates/tech-template-lines.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { useSearchParams } from '@pauta/ui/router.ts';
import { FileQuestion, Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import type { AskedAnswer, AskedFile } from '../../tech-sheets/sheet-form.tsx';

const Sheet = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  & section { break-inside: avoid; }
  & h3 { margin-block-end: ${t('space-2')}; }
  & p { margin-block-start: ${t('space-3')}; white-space: pre-line; }
  & section + section { margin-block-start: ${t('space-5')}; }
  & ol { margin: 0; padding-inline-start: 1.4em; }
  & li { margin-block-end: ${t('space-2')}; break-inside: avoid; }
  & small { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  @media print { & > * { border: 0; padding-inline: 0; box-shadow: none; } }
`;
const OnScreen = styled.span`@media print { display: none; }`;

const answerOf = ({ type, unit, min, max, options }: AskedAnswer): string =>
  [
    techFieldTypes[type as keyof typeof techFieldTypes],
    unit && `en ${unit}`,
    min && `${plainDecimal(min)} o más`,
    max && `${plainDecimal(max)} o menos`,
    options && options.length > 0 && options.join(', '),
  ]
    .filter(Boolean)
    .join(' · ');

/**
 * Inventario › Gestión de Fichas Técnicas › Imprimir: a template for whoever produces the material, without what is
 * internal. The browser prints it or saves it as PDF, as it does with every page.
 */
export function PrintTemplate(): ReactElement {
  const [parameters] = useSearchParams();
  const id = parameters.get('id');
  const answer = useRecord(techTemplates, id);
  const template = answer.data?.data;
  return (
    <Page>
      <PageHeader
        actions={
          template && (
            <OnScreen>
              <Button icon={<Printer aria-hidden size={16} />} onClick={() => print()} tone="primary">
                Imprimir o guardar PDF
              </Button>
            </OnScreen>
          )
        }
        back={
          template
            ? { to: paths.record(techTemplates, template.id), label: String(template.name) }
            : { to: paths.list(techTemplates), label: techTemplates.label.many }
        }
        title={template ? `Especificación técnica: ${String(template.name)}` : 'Especificación técnica'}
      />
      {template ? (
        <Specification template={template} />
      ) : answer.error ? (
        <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />
      ) : id === null ? (
        <EmptyState icon={<FileQuestion aria-hidden size={24} />} title="Elija una plantilla">
          Abra una plantilla de la lista y elija «Imprimir o guardar PDF» en sus acciones.
        </EmptyState>
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  );
}

function Specification({ template }: { template: AnyRecord }): ReactElement {
  const data = linesIn(template, 'data') as unknown as readonly AskedAnswer[];
  const materials = linesIn(template, 'materials') as unknown as readonly AskedFile[];
  const state = techTemplateStates[template.status as keyof typeof techTemplateStates][0];
  const days = Number(template.lead_time_days);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Código', `${String(template.code)}, versión ${String(template.version)}`],
    ['Estado', template.status === 'published' ? undefined : state],
    ['Plataforma', (template.platform_id as Reference).label],
    ['Artículo', (template.ad_article_id as Reference | null)?.label],
    ['Entrega', `${days} ${days === 1 ? 'día hábil' : 'días hábiles'} antes del inicio`],
  ];
  return (
    <Sheet>
      <Card>
        <DescriptionList
          items={facts.flatMap(([label, value]) => (value ? [{ key: label, label, value }] : []))}
        />
        {typeof template.instructions === 'string' && <p>{template.instructions}</p>}
      </Card>
      {materials.length > 0 && (
        <Card title={techTemplateMaterials.label.many}>
          {materials.map((material) => (
            <section key={material.id}>
              <h3>
                {material.name} ({materialKinds[material.kind].toLocaleLowerCase('es')})
              </h3>
              <DescriptionList
                items={describeLimits(material).map(({ label, text }) => ({
                  key: label,
                  label,
                  value: text,
                }))}
              />
              {material.instructions && <p>{material.instructions}</p>}
            </section>
          ))}
        </Card>
      )}
      {data.length > 0 && (
        <Card title="Datos que se piden">
          <ol>
            {data.map((asked) => (
              <li key={asked.id}>
                {asked.label}
                {asked.is_required ? '' : ' (opcional)'}
                <small>{answerOf(asked)}</small>
                {asked.hint && <small>{asked.hint}</small>}
              </li>
            ))}
          </ol>
        </Card>
      )}
    </Sheet>
  );
}
