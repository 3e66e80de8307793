import type { Tone } from '@pauta/domain/kinds/choice.ts';
import { token as t } from '@pauta/layout/theme';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${t('space-2')} ${t('space-3')};
  padding: ${t('space-2')} ${t('space-3')};
  border: 1px solid transparent;
  border-radius: ${t('radius-md')};
  background: ${t('color-neutral-soft')};
  color: ${t('color-neutral-text')};
  & > svg { flex: none; }
  & > div { flex: 1 1 14rem; min-inline-size: 0; overflow-wrap: anywhere; }
  & strong { font-weight: ${t('weight-bold')}; }
  ${(['info', 'success', 'warning', 'danger'] as const)
    .map(
      (tone) =>
        `&[data-tone='${tone}'] { background: ${t(`color-${tone}-soft`)}; color: ${t(`color-${tone}-text`)}; }`,
    )
    .join('\n')}
  @media (forced-colors: active) { border-color: CanvasText; }
  /* Browsers print no backgrounds by default. */
  @media print { border-color: currentColor; }
`;

const icons = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

export interface BannerProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** A screen reader announces it when it appears. */
  readonly live?: boolean;
}

/** A message inside the page, which does not disappear by itself. */
export function Banner({ tone = 'info', children, actions, live = false }: BannerProps): ReactElement {
  const Icon = icons[tone];
  return (
    <Root data-tone={tone} role={live ? 'status' : undefined}>
      <Icon aria-hidden size={18} />
      <div>{children}</div>
      {actions}
    </Root>
  );
}
