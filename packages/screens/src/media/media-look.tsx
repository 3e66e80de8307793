import { token as t } from '@pauta/layout/theme';
import { ViewSwitch } from '@pauta/ui/controls/view-switch.tsx';
import { useLocation } from '@pauta/ui/router.ts';
import { LayoutGrid, List } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** How the files of a list are shown, by the parameter `vista` of its address. */
export type MediaLook = 'lista' | 'cuadricula';

export const useMediaLook = (): MediaLook =>
  new URLSearchParams(useLocation().search).get('vista') === 'cuadricula' ? 'cuadricula' : 'lista';

/** Switches between rows and tiles of the same query. */
export function MediaLookSwitch(): ReactElement {
  const { pathname, search } = useLocation();
  const look = useMediaLook();
  const to = (next: MediaLook): string => {
    const parameters = new URLSearchParams(search);
    parameters.delete('vista');
    if (next !== 'lista') parameters.set('vista', next);
    const text = parameters.toString();
    return `${pathname}${text && '?'}${text}`;
  };
  return (
    <ViewSwitch
      current={look}
      views={[
        { id: 'lista', label: 'Lista', icon: <List aria-hidden size={16} />, to: to('lista') },
        {
          id: 'cuadricula',
          label: 'Cuadrícula',
          icon: <LayoutGrid aria-hidden size={16} />,
          to: to('cuadricula'),
        },
      ]}
    />
  );
}

/**
 * Shows the rows of a list as tiles, of which only the title remains, with its picture. Everything else of the list stays:
 * the same rows, links, selection and keys.
 */
export const Tiles = styled.div`
  display: contents;
  &&&& table { display: block; min-inline-size: 0; }
  &&&& :is(thead, colgroup, tfoot) { display: none; }
  &&&& tbody {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(11rem, 45%), 1fr));
    gap: ${t('space-3')};
    padding: ${t('space-3')};
  }
  &&&& tbody tr[data-row] {
    position: relative;
    display: block;
    min-inline-size: 0;
    padding: 0;
    overflow: hidden;
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-md')};
    background: ${t('color-surface')};
  }
  &&&& tbody tr[data-row]:is([data-selected], [data-current]) { border-color: ${t('color-accent')}; background: ${t('color-selected')}; }
  &&&& tbody tr[data-row]:has(a[data-row-link]:focus-visible) { outline: 2px solid ${t('color-focus')}; outline-offset: 2px; }
  &&&& tbody tr[data-row] > td { display: none; }
  &&&& tbody tr[data-row] > td[data-title] {
    display: block;
    position: static;
    inline-size: auto;
    block-size: auto;
    padding: 0;
    border: 0;
    background: none;
    box-shadow: none;
  }
  &&&& tbody tr[data-row] > td[data-title]:is(:hover, :not(:hover)):is(::before, ::after) { content: none; }
  &&&& td[data-title] > :is(small, [data-peek], [data-call]) { display: none; }
  &&&& a[data-row-link] { display: block; padding: 0; overflow: visible; }
  &&&& a[data-row-link]:focus-visible { outline: none; }
  &&&& a[data-row-link]::after { content: ''; position: absolute; inset: 0; }
  &&&& tbody tr[data-row] > td[data-check] {
    display: block;
    position: absolute;
    inset: ${t('space-1')} auto auto ${t('space-1')};
    z-index: 1;
    inline-size: auto;
    block-size: auto;
    padding: 0;
    border: 0;
    border-radius: ${t('radius-sm')};
    background: ${t('color-surface')};
  }
  &&&& tbody tr:is([data-group], [data-more]) { grid-column: 1 / -1; display: block; }
`;
