import { useTitle, useTrailShown } from '@pauta/layout/page';
import { token as t } from '@pauta/layout/theme';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Link, type To } from '../router.ts';
import { narrow } from './style.ts';

const Root = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${t('space-3')} ${t('space-4')};
  /* The actions go below the title before it gets narrower than this. */
  & > div { flex: 1 1 22rem; min-inline-size: 0; }
  & h1 { display: inline; overflow-wrap: anywhere; }
  & [data-title] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')} ${t('space-3')}; }
  & p { margin-block-start: 2px; color: ${t('color-text-muted')}; }
  & [data-back] {
    display: inline-flex;
    align-items: center;
    gap: ${t('space-1')};
    min-block-size: ${t('target-size')};
    color: ${t('color-text-muted')};
    font-size: ${t('text-sm')};
    text-decoration: none;
  }
  & [data-back] > svg { flex: none; }
  ${narrow} {
    & h1 { font-size: ${t('text-xl')}; }
    /* A single button is shown beside the title if the title has enough space; the description is below both. */
    &:not(:has(> [data-actions] > :nth-child(2))) {
      align-items: center;
      & > div:first-child { display: contents; }
      & [data-back] { flex-basis: 100%; }
      & [data-title] { flex: 1 1 min-content; }
      & h1 { overflow-wrap: break-word; }
      & p { order: 1; flex-basis: 100%; margin-block-start: calc(-1 * ${t('space-2')}); }
    }
  }
  & [data-back]:hover { color: ${t('color-accent-text')}; text-decoration: underline; }
  & > [data-actions] { flex: none; max-inline-size: 100%; display: flex; flex-wrap: wrap; gap: ${t('space-2')}; }
  @media (max-width: 72rem) { & > [data-actions] { gap: ${t('space-1')}; } }
`;

export interface PageHeaderProps {
  /** If it is a string, it is also the name of the page in the browser tab, the breadcrumbs and the recent pages. */
  readonly title: ReactNode;
  /** Shown beside the title, for example badges. */
  readonly aside?: ReactNode;
  /** Shown below the title. */
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** The page one level up; shown only if there are no breadcrumbs. */
  readonly back?: { readonly to: To; readonly label: string } | undefined;
}

/** The header of a screen. Its `h1` receives the focus after navigation. */
export function PageHeader({ title, aside, description, actions, back }: PageHeaderProps): ReactElement {
  const parent = back && typeof back.to === 'string' ? { href: back.to, label: back.label } : undefined;
  useTitle(typeof title === 'string' && title !== '…' ? title : null, parent);
  const hasTrail = useTrailShown();
  return (
    <Root>
      <div>
        {back && !hasTrail && (
          <Link data-back to={back.to}>
            <ArrowLeft aria-hidden size={15} />
            {back.label}
          </Link>
        )}
        <div data-title>
          <h1 tabIndex={-1}>{title}</h1>
          {aside}
        </div>
        {description && <p>{description}</p>}
      </div>
      {actions && <div data-actions>{actions}</div>}
    </Root>
  );
}
