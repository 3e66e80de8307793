import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { Tooltip as Bubble, Focusable, TooltipTrigger } from 'react-aria-components/Tooltip';
import { styled } from 'styled-components';

const Box = styled(Bubble)`
  max-inline-size: 18rem;
  padding: ${t('space-1')} ${t('space-2')};
  border-radius: ${t('radius-sm')};
  background: ${t('color-text')};
  color: ${t('color-surface')};
  font-size: ${t('text-sm')};
  box-shadow: ${t('shadow-md')};
  z-index: ${t('z-tooltip')};
  @media (forced-colors: active) { border: 1px solid CanvasText; }
`;

/** The implementation of `Tooltip`, in a separate chunk because it imports react-aria. */
export function TooltipBubble({ text, children }: { text: string; children: ReactElement }): ReactElement {
  return (
    <TooltipTrigger closeDelay={100} delay={500}>
      {/* biome-ignore lint/suspicious/noExplicitAny: react-aria wants a DOM element, which the child renders. */}
      <Focusable>{children as ReactElement<any, string>}</Focusable>
      <Box offset={6}>{text}</Box>
    </TooltipTrigger>
  );
}
