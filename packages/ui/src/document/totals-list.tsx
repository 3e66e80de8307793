import type { Document } from '@pauta/domain/document/document.ts';
import { formatField, isEmpty } from '@pauta/domain/kinds/kind.ts';
import { fieldOf, type Values } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { Fragment, type ReactElement } from 'react';
import { styled } from 'styled-components';
import { useLabels } from '../data/use-label.ts';
import { totalFields } from './total-fields.ts';

const Root = styled.dl`
  display: grid;
  grid-template-columns: auto auto;
  justify-content: end;
  row-gap: ${t('space-1')};
  margin: ${t('space-4')} 0 0;
  font-variant-numeric: tabular-nums;
  & > dt { color: ${t('color-text-muted')}; }
  & > dd { margin: 0; padding-inline-start: ${t('space-6')}; text-align: end; }
  & > :is(dt, dd):nth-last-of-type(1):not(:nth-of-type(1)) {
    padding-block-start: ${t('space-2')};
    border-block-start: 1px solid ${t('color-border')};
    color: ${t('color-text')};
    font-size: ${t('text-lg')};
    font-weight: ${t('weight-bold')};
  }
  @media (max-width: 40rem) { grid-template-columns: 1fr auto; justify-content: stretch; }
  /* Many totals, such as those of the months, are beside each other; the last one is below them. */
  &[data-many] {
    grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr));
    justify-content: stretch;
    gap: ${t('space-2')} ${t('space-4')};
    & > div { text-align: end; }
    & dt { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
    & dd { margin: 0; }
    & > div:last-child { grid-column: 1 / -1; font-size: ${t('text-lg')}; font-weight: ${t('weight-bold')}; }
  }
`;

/** Number of totals that are listed below each other. */
const most = 10;

/** The totals of a document, the last one emphasized. Renders nothing for a document without totals. */
export function TotalsList({
  document,
  values,
  note,
}: {
  readonly document: Document;
  /** The header with its totals; null if they cannot be calculated in the browser. */
  readonly values: Values | null;
  readonly note?: string | undefined;
}): ReactElement | null {
  const labels = useLabels();
  const names = totalFields(document).filter((name) => labels.visible(fieldOf(document, name)));
  if (names.length === 0) return null;
  if (!values) return <p data-note>Los totales se calculan al guardar.</p>;
  const isMany = names.length > most;
  return (
    <>
      <Root aria-label="Totales" data-many={isMany || undefined}>
        {names.map((name) => (
          <Total inBox={isMany} key={name} label={labels.label(fieldOf(document, name))}>
            {isEmpty(values[name]) ? '—' : formatField(fieldOf(document, name), values[name], values)}
          </Total>
        ))}
      </Root>
      {note && <p data-note>{note}</p>}
    </>
  );
}

function Total({
  label,
  inBox,
  children,
}: {
  label: string;
  /** Whether label and amount are one element of the grid. */
  inBox: boolean;
  children: string;
}): ReactElement {
  const Box = inBox ? 'div' : Fragment;
  return (
    <Box>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </Box>
  );
}
