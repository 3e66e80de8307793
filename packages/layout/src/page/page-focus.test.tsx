// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { announce } from '../parts/announce.ts';
import { withFreshPage } from '../testing.ts';
import { focusMain, usePageFocus } from './page-focus.ts';

withFreshPage();

function Page({
  path,
  title,
  loading,
  version,
}: {
  path: string;
  title?: string;
  loading?: boolean;
  version?: number;
}): ReactElement {
  usePageFocus(path, title);
  return (
    <main tabIndex={-1}>
      {loading ? <p>Cargando…</p> : <h1 key={version}>{title ?? 'Sin título'}</h1>}
      <button type="button">Guardar</button>
    </main>
  );
}

const heading = () => screen.getByRole('heading', { level: 1 });
const announced = () => document.querySelector('body > [role=status]')?.textContent ?? '';

describe('focusMain', () => {
  it('focuses the heading of the page, otherwise main, and does nothing without either', () => {
    expect(focusMain()).toBe(false);
    expect(document.activeElement).toBe(document.body);
    const { unmount } = render(<main>Texto</main>);
    expect(focusMain()).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('main'));
    unmount();
    render(
      <>
        <h1>Fuera</h1>
        <main>
          <h1>Clientes</h1>
        </main>
      </>,
    );
    expect(focusMain()).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Clientes' }));
    expect(screen.getByRole('heading', { name: 'Clientes' }).tabIndex).toBe(-1);
  });

  it('finds the heading of a page without main', () => {
    render(<h1>Iniciar Sesión</h1>);
    expect(focusMain()).toBe(true);
    expect(document.activeElement).toBe(heading());
  });
});

describe('usePageFocus', () => {
  it('does nothing for the first page, under StrictMode too', async () => {
    vi.useFakeTimers();
    render(
      <StrictMode>
        <Page path="/a" title="Primera" />
      </StrictMode>,
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect(document.activeElement).toBe(document.body);
    expect(announced()).not.toContain('Primera');
  });

  it('moves the focus and announces after each new path, and only then', async () => {
    vi.useFakeTimers();
    const { rerender } = render(<Page path="/a" title="Primera" />);
    rerender(<Page path="/b" title="Segunda" />);
    expect(document.activeElement).toBe(heading());
    await vi.advanceTimersByTimeAsync(200);
    expect(announced()).toBe('Segunda, página cargada');
    screen.getByRole('button').focus();
    rerender(<Page path="/b" title="Segunda (2)" />);
    await vi.advanceTimersByTimeAsync(200);
    expect(document.activeElement).toBe(screen.getByRole('button'));
    expect(announced()).toBe('Segunda, página cargada');
  });

  it('announces a title that is set after the path changed', async () => {
    vi.useFakeTimers();
    const { rerender } = render(<Page path="/a" title="Primera" />);
    rerender(<Page path="/b" title="Primera" />);
    await vi.advanceTimersByTimeAsync(50);
    rerender(<Page path="/b" title="Segunda" />);
    await vi.advanceTimersByTimeAsync(200);
    expect(announced()).toBe('Segunda, página cargada');
    rerender(<Page path="/c" />);
    await vi.advanceTimersByTimeAsync(1000);
    expect(announced()).toBe('Segunda, página cargada');
    rerender(<Page path="/c" title="Tercera" />);
    await vi.advanceTimersByTimeAsync(200);
    expect(announced()).toBe('Tercera, página cargada');
  });

  it('focuses main until the heading of a loading page appears', async () => {
    const { rerender } = render(<Page path="/a" title="Primera" />);
    rerender(<Page loading path="/b" title="Segunda" />);
    expect(document.activeElement).toBe(screen.getByRole('main'));
    rerender(<Page path="/b" title="Segunda" />);
    await vi.waitFor(() => expect(document.activeElement).toBe(heading()));
  });

  it('moves to the heading that replaces the first one when the data arrive, unless the user has moved the focus', async () => {
    const { rerender } = render(<Page path="/a" title="Primera" />);
    rerender(<Page path="/b" title="Segunda" version={1} />);
    const first = heading();
    expect(document.activeElement).toBe(first);
    rerender(<Page path="/b" title="Segunda" version={2} />);
    expect(heading()).not.toBe(first);
    await vi.waitFor(() => expect(document.activeElement).toBe(heading()));
    vi.useFakeTimers();
    act(() => screen.getByRole('button').focus());
    rerender(<Page path="/b" title="Segunda" version={3} />);
    await vi.advanceTimersByTimeAsync(1000);
    expect(document.activeElement).toBe(screen.getByRole('button'));
  });

  it('keeps the focus on a tab or filter inside data-keep-focus, and announces nothing', async () => {
    vi.useFakeTimers();
    const page = (path: string) => (
      <>
        <div data-keep-focus>
          <a href="/b">Pestaña</a>
        </div>
        <Page path={path} title="Pestañas" />
      </>
    );
    const { rerender } = render(page('/a'));
    screen.getByRole('link').focus();
    rerender(page('/b'));
    await vi.advanceTimersByTimeAsync(200);
    expect(document.activeElement).toBe(screen.getByRole('link'));
    expect(announced()).not.toBe('Pestañas, página cargada');
  });

  it('does not move the focus if the user has moved it while the page loaded', async () => {
    vi.useFakeTimers();
    const { rerender } = render(<Page path="/a" title="Primera" />);
    rerender(<Page loading path="/b" title="Segunda" />);
    act(() => screen.getByRole('button').focus());
    rerender(<Page path="/b" title="Segunda" />);
    await vi.advanceTimersByTimeAsync(1000);
    expect(document.activeElement).toBe(screen.getByRole('button'));
  });
});

describe('announce', () => {
  it('announces the given text in one polite region', () => {
    announce('Guardado');
    announce('Eliminado');
    const regions = document.querySelectorAll('body > [role=status][aria-live=polite]');
    expect([...regions].map((region) => region.textContent)).toEqual(['Eliminado']);
  });
});
