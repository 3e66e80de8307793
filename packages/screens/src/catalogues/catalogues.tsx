import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import { catalogueAreas } from '@pauta/domain/catalogues/catalogues.ts';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { SearchField } from '@pauta/ui/controls/search-field.tsx';
import { Link, useSearchParams } from '@pauta/ui/router.ts';
import { SearchX } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { type CatalogueEntry, useCatalogues } from './catalogue-api.ts';

const Areas = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > search { max-inline-size: 24rem; }
`;

const Entries = styled.div`
  overflow-x: auto;
  & table { inline-size: 100%; border-collapse: collapse; table-layout: fixed; min-inline-size: 34rem; }
  & :is(th, td) { padding: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: start; vertical-align: baseline; }
  & tbody tr:last-child :is(th, td) { border-block-end: 0; }
  & thead th { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-weight: var(--pauta-weight-medium); }
  & tbody th { font-weight: normal; }
  & [data-number] { inline-size: 6.5rem; text-align: end; font-variant-numeric: tabular-nums; }
  & [data-last] { inline-size: 34%; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & a { color: var(--pauta-color-accent-text); text-decoration: none; }
  & a:hover { text-decoration: underline; }
  & tbody tr:hover { background: var(--pauta-color-hover); }
  @media (max-width: 40rem) {
    & table { min-inline-size: 0; table-layout: auto; }
    & [data-last], & [data-active] { display: none; }
    & [data-number] { inline-size: auto; }
  }
`;

const number = (value: number | undefined): string => (value === undefined ? '…' : formatCount(value));

const lastChange = (entry: CatalogueEntry | undefined): string => {
  if (!entry) return '…';
  if (entry.changed_at === null) return '—';
  return `${dateTimeKind.format(entry.changed_at, {})} · ${entry.changed_by?.name ?? 'Sistema'}`;
};

interface AreaProps {
  readonly label: string;
  readonly catalogues: readonly Catalogue[];
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
}

function Area({ label, catalogues, entries }: AreaProps): ReactElement {
  return (
    <Card title={label}>
      <Entries>
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">Catálogo</th>
              <th data-number scope="col">
                Valores
              </th>
              <th data-active data-number scope="col">
                Activos
              </th>
              <th data-number scope="col">
                Usos
              </th>
              <th data-last scope="col">
                Último cambio
              </th>
            </tr>
          </thead>
          <tbody>
            {catalogues.map((catalogue) => {
              const entry = entries.get(catalogue.name);
              return (
                <tr key={catalogue.name}>
                  <th scope="row">
                    <Link to={`/${catalogue.screen}`}>{catalogue.label.many}</Link>
                  </th>
                  <td data-number>{number(entry?.rows)}</td>
                  <td data-active data-number>
                    {number(entry?.active)}
                  </td>
                  <td data-number>
                    {number(entry?.uses)}
                    {entry?.uses_is_estimate && '+'}
                  </td>
                  <td data-last>{lastChange(entry)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Entries>
    </Card>
  );
}

const byName = (a: Catalogue, b: Catalogue): number => a.label.many.localeCompare(b.label.many, 'es');

/** Gestión › Catálogos: links to all catalogues, each with its number of values, their uses and the last change. */
export function Catalogues(): ReactElement {
  const [params, setParams] = useSearchParams();
  const { data, error, mutate } = useCatalogues();
  const words = fold(params.get('q') ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const entries = new Map((data?.data ?? []).map((entry) => [entry.name, entry]));
  const areas = catalogueAreas
    .map(({ label, catalogues }) => ({
      label,
      catalogues: catalogues
        .filter((one) => {
          const said = fold(`${one.label.many} ${one.label.one} ${label}`);
          return words.every((word) => said.includes(word));
        })
        .sort(byName),
    }))
    .filter(({ catalogues }) => catalogues.length > 0);
  return (
    <Page>
      <PageHeader
        description="Valores que se eligen en las demás pantallas. Un valor inactivo se conserva donde ya se usó y deja de ofrecerse."
        title="Catálogos"
      />
      {error && !data && <FailureBanner error={error} onRetry={() => void mutate()} />}
      <Areas>
        <search>
          <SearchField
            label="Buscar un catálogo"
            onChange={(q) => setParams(q ? { q } : {}, { replace: true })}
            value={params.get('q') ?? ''}
          />
        </search>
        {areas.map((area) => (
          <Area {...area} entries={entries} key={area.label} />
        ))}
        {areas.length === 0 && (
          <Card>
            <EmptyState icon={<SearchX aria-hidden size={24} />} title="Ningún catálogo se llama así">
              Pruebe con otra palabra o borre la búsqueda.
            </EmptyState>
          </Card>
        )}
      </Areas>
    </Page>
  );
}
