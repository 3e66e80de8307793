// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './portfolio.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('a seller is shown with sales before and after the draft, pipeline, dependence and disputes', async () => {
  const container = show(stories.Seller);
  await screen.findByText('2 disputas abiertas');
  const text = container.textContent ?? '';
  expect(text).toContain('Ventas 12 mRD$4,250,000.00 → RD$4,100,000.00');
  expect(text).toContain('De las ventas61.2 %');
  expect(text).toContain('Mayor clienteFerretería Ñandú 11, 44.5 %');
  expect(text).toContain('PipelineRD$1,720,000.00, ponderado RD$860,000.00');
  expect(text).toContain('En disputa1 cliente');
  expect(screen.getByText('Depende de un cliente')).toBeTruthy();
});

test('publishing shows the sales of each seller before and after', () => {
  show(stories.Publish);
  expect(document.body.textContent).toContain('RD$4,250,000.00 → RD$4,100,000.00');
});
