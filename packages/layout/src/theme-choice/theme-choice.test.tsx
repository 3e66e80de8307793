// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withFreshPage } from '../testing.ts';
import { applyTheme, chooseTheme, themeScript, useThemeChoice } from './theme-choice.ts';

withFreshPage();

const worn = () => document.documentElement.dataset.theme;
const ends: (() => void)[] = [];
const apply = (key?: string) => ends.push(applyTheme(key));
const inOtherTab = (key: string, newValue: string): void => {
  localStorage.setItem(key, newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
};

function Choice(): ReactElement {
  return <output>{useThemeChoice()}</output>;
}

beforeEach(() => {
  delete document.documentElement.dataset.theme;
});

afterEach(() => {
  for (const end of ends.splice(0)) end();
  chooseTheme('light');
});

it('is light if nothing valid is stored', () => {
  apply();
  expect(worn()).toBe('light');
  inOtherTab('pauta.theme', '"purple"');
  expect(worn()).toBe('light');
});

it('is applied and stored when it is chosen, and updates every component that uses it', () => {
  apply();
  render(<Choice />);
  act(() => chooseTheme('auto'));
  expect([worn(), localStorage.getItem('pauta.theme'), screen.getByRole('status').textContent]).toEqual([
    'auto',
    'auto',
    'auto',
  ]);
});

it('follows a choice in another tab', () => {
  apply('otra.app');
  inOtherTab('otra.app', 'dark');
  expect(worn()).toBe('dark');
});

it('lasts until the page is closed if storage is forbidden', () => {
  apply();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  chooseTheme('dark');
  expect(worn()).toBe('dark');
});

it('is applied before anything is painted', () => {
  localStorage.setItem('</script>', 'dark');
  const script = themeScript('</script>');
  expect(script).not.toContain('<');
  new Function(script)();
  expect(worn()).toBe('dark');
  new Function(themeScript())();
  expect(worn()).toBe('light');
});
