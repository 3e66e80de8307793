import { token as t } from '@pauta/layout/theme';
import { ArrowRight } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { styled } from 'styled-components';

/** One changed field, with its values formatted for display; null is "empty". */
export interface ShownChange {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(7rem, auto) minmax(0, 1fr);
  align-items: baseline;
  gap: 2px ${t('space-3')};
  margin: ${t('space-1')} 0 0;
  font-size: ${t('text-sm')};
  & dt { color: ${t('color-text-muted')}; }
  & dd { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-1')}; margin: 0; min-inline-size: 0; overflow-wrap: anywhere; }
  & dd svg { flex: none; color: ${t('color-text-muted')}; }
  & del { color: ${t('color-text-muted')}; text-decoration-thickness: 1px; }
  & ins { text-decoration: none; }
  @media (max-width: 40rem) { grid-template-columns: 1fr; & dd { margin-block-end: ${t('space-1')}; } }
`;

/**
 * Changed fields, each with the former and the new value.
 *
 * @param action what stands after the new value
 * @example <ChangeList changes={[{ field: 'status', label: 'Estado', before: 'Borrador', after: 'Enviado' }]} />
 */
export function ChangeList<C extends ShownChange>({
  changes,
  action,
}: {
  changes: readonly C[];
  action?: (change: C) => ReactNode;
}): ReactElement {
  return (
    <List>
      {changes.map((change) => (
        <Fragment key={change.field}>
          <dt>{change.label}</dt>
          <dd>
            {change.before !== null && (
              <>
                <del>{change.before}</del>
                <ArrowRight aria-label="cambió a" role="img" size={13} />
              </>
            )}
            <ins>{change.after ?? '—'}</ins>
            {action?.(change)}
          </dd>
        </Fragment>
      ))}
    </List>
  );
}
