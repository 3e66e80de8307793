import type { Page } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { agree, countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { styled } from 'styled-components';
import { Button } from '../../controls/button.tsx';
import { IconButton } from '../../controls/icon-button.tsx';
import { type Selection, selectedCount } from '../../query/selection.ts';
import type { UseSelection } from './use-selection.ts';

const Root = styled(Toolbar)`
  position: absolute;
  inset-inline: ${t('space-3')};
  inset-block-end: ${t('space-2')};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${t('space-2')};
  inline-size: fit-content;
  max-inline-size: calc(100% - 2 * ${t('space-3')});
  margin-inline: auto;
  padding: ${t('space-2')} ${t('space-2')} ${t('space-2')} ${t('space-4')};
  border: 1px solid ${t('color-border-strong')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface-raised')};
  color: ${t('color-text')};
  box-shadow: ${t('shadow-lg')};
  & > [data-count] { font-weight: ${t('weight-medium')}; font-variant-numeric: tabular-nums; }
  & > [data-actions] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')}; }
  & > [data-actions]:empty { display: none; }
  @container (max-width: 38rem) {
    inline-size: auto;
    & > [data-count] { flex: 1; }
    & > [data-actions], & > button:not(:last-child) { order: 1; }
  }
  @media print { display: none; }
`;

/** Actions on the selected rows, above the end of the list. Loaded with the first selection. */
export function SelectionBar({
  resource,
  page,
  chosen,
  selection,
  actions,
}: {
  resource: Resource;
  page: Page<AnyRecord>;
  chosen: UseSelection;
  selection: Selection;
  actions: ReactNode;
}): ReactElement {
  const [asking, setAsking] = useState(false);
  const { label } = resource;
  const count = selectedCount(selection);
  const total = `${page.total_is_estimate ? 'más de ' : ''}${formatCount(page.total)}`;
  const selectAll = async (): Promise<void> => {
    setAsking(true);
    await chosen.selectAll();
    setAsking(false);
  };
  return (
    <Root aria-label={`Selección de ${label.many.toLocaleLowerCase('es')}`} data-selection-bar>
      <span data-count role="status">
        {countOf(label, count)} {agree(label, 'seleccionado', count)}
      </span>
      {selection.kind === 'ids' && chosen.page === 'all' && page.total > count && (
        <Button loading={asking} onClick={() => void selectAll()} size="small" tone="quiet">
          Seleccionar {label.gender === 'f' ? 'las' : 'los'} {total} que coinciden
        </Button>
      )}
      <span data-actions>{actions}</span>
      <IconButton
        icon={<X aria-hidden size={16} />}
        label="Quitar la selección"
        onClick={chosen.clear}
        size="small"
      />
    </Root>
  );
}
