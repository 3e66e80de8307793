import { compareBodies, type LineDifference } from '@pauta/domain/document/compare-bodies.ts';
import type { Document, Line } from '@pauta/domain/document/document.ts';
import { techTemplates } from '@pauta/domain/inventory/tech-templates/tech-template.ts';
import { linesOf } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ChangeList } from '@pauta/ui/controls/change-list.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import { useSearchParams } from '@pauta/ui/router.ts';
import { Equal } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const document = techTemplates as Document;

const Choice = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr));
  gap: ${t('space-3')};
`;

const Lines = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li > p { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')}; margin: 0; font-weight: ${t('weight-medium')}; }
`;

const kinds = {
  added: ['agregado', 'success'],
  removed: ['quitado', 'danger'],
  changed: ['modificado', 'info'],
} as const;

/** Copies of a line in later versions know the line that they came from. */
const keyOf = (line: Line): string => String(line.origin ?? line.id);

/** Inventario › Gestión de Fichas Técnicas › Comparar versiones: what changed between two versions of a template. */
export function CompareVersions(): ReactElement {
  const [parameters, setParameters] = useSearchParams();
  const later = useRecord(document, parameters.get('a'));
  const after = later.data?.data;
  const versions = useVersions(after);
  const chosen =
    parameters.get('de') ?? versions?.find(({ version }) => isBefore(version, after))?.id ?? null;
  const former = useRecord(document, chosen);
  const before = former.data?.data;
  const failure = later.error ?? former.error;
  const choose = (name: string) => (id: string) => {
    const next = new URLSearchParams(parameters);
    next.set(name, id);
    setParameters(next, { replace: true });
  };
  const options = (versions ?? []).map((one) => ({ value: one.id, label: `Versión ${String(one.version)}` }));
  return (
    <Page>
      <PageHeader
        back={
          after
            ? { to: paths.record(document, after.id), label: String(after.name) }
            : { to: paths.list(document), label: document.label.many }
        }
        title="Comparar versiones"
      />
      {failure ? (
        <FailureBanner error={failure} onRetry={() => void Promise.all([later.mutate(), former.mutate()])} />
      ) : !after ? (
        parameters.get('a') === null ? (
          <EmptyState icon={<Equal aria-hidden size={24} />} title="Elija una plantilla">
            Abra una plantilla de la lista y elija «Comparar versiones» en sus acciones.
          </EmptyState>
        ) : (
          <Skeleton lines={6} />
        )
      ) : (
        <>
          <Card>
            <Choice>
              <Select
                clearable={false}
                label="De"
                onChange={choose('de')}
                options={options}
                placeholder="Elija una versión"
                value={chosen ?? ''}
              />
              <Select clearable={false} label="A" onChange={choose('a')} options={options} value={after.id} />
            </Choice>
          </Card>
          {before ? (
            <Differences after={after} before={before} />
          ) : (
            versions && (
              <EmptyState icon={<Equal aria-hidden size={24} />} title="No hay otra versión anterior">
                {chosen === null
                  ? 'Esta es la primera. Elija arriba otra versión, si la hay.'
                  : 'Cargando la versión elegida.'}
              </EmptyState>
            )
          )}
        </>
      )}
    </Page>
  );
}

const isBefore = (version: unknown, record: AnyRecord | undefined): boolean =>
  Number(version) < Number(record?.version ?? 0);

/** The versions of a template, latest first; undefined while they are loading. */
function useVersions(template: AnyRecord | undefined): readonly AnyRecord[] | undefined {
  const answer = useResourceList(
    document,
    template
      ? {
          q: String(template.code),
          filters: [],
          where: null,
          sort: { field: 'version', descending: true },
          limit: 100,
          cursor: null,
          archived: false,
        }
      : null,
    ['code', 'version'],
  );
  return answer.data?.data.filter(({ code }) => code === template?.code);
}

function Differences({ before, after }: { before: AnyRecord; after: AnyRecord }): ReactElement {
  const { header, lines } = compareBodies(document, before, after, keyOf);
  const parts = linesOf(document).flatMap(({ name, of }) => {
    const found = lines[name] ?? [];
    return found.length > 0 ? [{ name, label: of().label, found }] : [];
  });
  if (header.length + parts.length === 0)
    return (
      <EmptyState icon={<Equal aria-hidden size={24} />} title="Piden lo mismo">
        No hay diferencias entre la versión {String(before.version)} y la {String(after.version)}.
      </EmptyState>
    );
  return (
    <>
      {header.length > 0 && (
        <Card title="Plantilla">
          <ChangeList changes={header} />
        </Card>
      )}
      {parts.map(({ name, label, found }) => (
        <Card key={name} title={label.many}>
          <Lines>
            {found.map((line: LineDifference) => {
              const [verb, tone] = kinds[line.kind];
              return (
                <li key={line.key}>
                  <p>
                    {line.title}
                    <Badge tone={tone}>{agree(label, verb)}</Badge>
                  </p>
                  {line.kind !== 'removed' && <ChangeList changes={line.values} />}
                </li>
              );
            })}
          </Lines>
        </Card>
      ))}
    </>
  );
}
