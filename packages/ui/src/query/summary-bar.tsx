import { type Filter, formatFilter } from '@pauta/domain/resource/filter.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import {
  aggregateLabels,
  aggregateOf,
  groupFilter,
  type SummaryGroup,
  summableFields,
} from '@pauta/domain/resource/summary.ts';
import type { ListView } from '@pauta/domain/resource/view.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { describeFailure } from '../data/failure.ts';
import { useLabels } from '../data/use-label.ts';
import { useSummary } from '../data/use-summary.ts';

const Root = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${t('space-2')};
  font-size: ${t('text-sm')};
  & > ul { display: flex; flex-wrap: wrap; gap: ${t('space-2')}; margin: 0; padding: 0; list-style: none; }
  & > ul > li > * {
    display: inline-flex;
    align-items: center;
    gap: ${t('space-2')};
    min-block-size: ${t('target-size')};
    padding: 0 ${t('space-3')};
    border: 1px solid ${t('color-border-strong')};
    border-radius: ${t('radius-full')};
    background: ${t('color-surface')};
    color: inherit;
    font: inherit;
  }
  & > ul button { cursor: pointer; }
  & > ul button:hover { background: ${t('color-hover')}; }
  & > ul button[aria-pressed='true'] { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; color: ${t('color-accent-text')}; }
  & > ul strong { font-weight: ${t('weight-bold')}; font-variant-numeric: tabular-nums; }
  & > dl { display: flex; flex-wrap: wrap; gap: ${t('space-1')} ${t('space-5')}; margin: 0; }
  & > dl > div { display: flex; gap: ${t('space-2')}; }
  & dt { color: ${t('color-text-muted')}; }
  & dd { margin: 0; font-weight: ${t('weight-medium')}; font-variant-numeric: tabular-nums; }
`;

export interface SummaryBarProps {
  readonly resource: Resource;
  readonly view: ListView;
  /** The list narrowed to a group, or widened again. */
  readonly onChange: (view: ListView) => void;
  /** Fields to total. By default those of the columns in sight that have a total. */
  readonly totals?: readonly string[];
}

const sameFilter = (a: Filter | undefined, b: Filter): boolean =>
  a?.operator === b.operator && formatFilter(a) === formatFilter(b);

/** Groups of a list with how many rows each has, which narrow the list on a click, and totals of all its rows. */
export function SummaryBar({ resource, view, onChange, totals }: SummaryBarProps): ReactElement | null {
  const labels = useLabels();
  const shown = view.columns?.map(({ name }) => name) ?? resource.columns;
  const summed = totals ?? summableFields(resource).filter((name) => shown.includes(name));
  const { group, query } = view;
  // The groups stay those of the list without the group that was chosen, so that another can be chosen.
  const others = query.filters.filter(({ field }) => field !== group);
  const groups = useSummary(resource, group === null ? null : { ...query, filters: others }, { group });
  const whole = useSummary(resource, summed.length === 0 ? null : query, { totals: summed });
  const error = groups.error ?? whole.error;
  if (error) {
    return (
      <Root aria-label="Resumen">
        <p role="alert">
          {describeFailure(error).message}{' '}
          <Button onClick={() => void Promise.all([groups.mutate(), whole.mutate()])} size="small">
            Reintentar
          </Button>
        </p>
      </Root>
    );
  }
  if (group === null && summed.length === 0) return null;

  const choose = (name: string, { value }: SummaryGroup): void => {
    const filter = groupFilter(name, fieldOf(resource, name), value);
    const chosen = query.filters.find((one) => one.field === name);
    const filters = sameFilter(chosen, filter) ? others : [...others, filter];
    onChange({ ...view, query: { ...query, filters, cursor: null } });
  };
  return (
    <Root aria-busy={groups.isLoading || whole.isLoading} aria-label="Resumen">
      {group !== null && (
        <ul aria-label={`Grupos por ${labels.label(fieldOf(resource, group))}`}>
          {groups.data?.data.groups.map((one) => {
            const face = (
              <>
                {one.label} <strong>{formatCount(one.count)}</strong>
              </>
            );
            const filter = groupFilter(group, fieldOf(resource, group), one.value);
            return (
              <li key={one.others ? 'others' : (one.value ?? 'none')}>
                {one.others ? (
                  <span>{face}</span>
                ) : (
                  <button
                    aria-pressed={sameFilter(
                      query.filters.find(({ field }) => field === group),
                      filter,
                    )}
                    onClick={() => choose(group, one)}
                    type="button"
                  >
                    {face}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {whole.data && summed.length > 0 && (
        <dl>
          <div>
            <dt>Total</dt>
            <dd>{countOf(resource.label, whole.data.data.count)}</dd>
          </div>
          {summed.map((name) => {
            const field = fieldOf(resource, name);
            const aggregate = aggregateOf(field);
            return (
              <div key={name}>
                <dt>
                  {labels.label(field)}
                  {aggregate && ` · ${aggregateLabels[aggregate].toLocaleLowerCase('es')}`}
                </dt>
                <dd>{whole.data?.data.totals[name] ?? '—'}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </Root>
  );
}
