// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withFreshPage } from '../testing.ts';
import { currentBuild, isChunkError, recoverFromChunkErrors } from './chunk-error.ts';
import { ErrorBoundary } from './error-boundary.tsx';

withFreshPage();

const reload = vi.fn();
beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});

describe('isChunkError', () => {
  it.each([
    [new TypeError('Failed to fetch dynamically imported module: http://x/a.js'), true],
    [new TypeError('error loading dynamically imported module'), true],
    [new TypeError('Importing a module script failed.'), true],
    [new Error('Unable to preload CSS for /a.css'), true],
    [Object.assign(new Error('x'), { name: 'ChunkLoadError' }), true],
    [new TypeError('Failed to fetch'), false],
    ['Importing a module script failed.', false],
    [null, false],
  ])('%s: %s', (error, is) => {
    expect(isChunkError(error)).toBe(is);
  });
});

describe('recoverFromChunkErrors', () => {
  const fire = (): boolean => {
    const event = new Event('vite:preloadError', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  let stop = (): void => undefined;
  afterEach(() => stop());

  it('reloads once for each build, and passes later failures to the error screen', () => {
    stop = recoverFromChunkErrors({ build: '1' });
    expect([fire(), fire()]).toEqual([true, false]);
    expect(reload).toHaveBeenCalledTimes(1);
    stop();
    expect(fire()).toBe(false);
    stop = recoverFromChunkErrors({ build: '2' });
    expect(fire()).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('continues to the page the person was navigating to', () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    stop = recoverFromChunkErrors({ build: '1', goingTo: () => '/ventas/pipeline?q=1' });
    expect(fire()).toBe(true);
    expect(assign.mock.calls).toEqual([['/ventas/pipeline?q=1']]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload a page that is being left, where Firefox fails the parts that are loading', () => {
    stop = recoverFromChunkErrors({ build: '1' });
    window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(fire()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    stop();
    stop = recoverFromChunkErrors({ build: '1' });
    expect(fire()).toBe(true);
  });

  it('does not reload if the reload cannot be recorded', () => {
    const setItem = (): never => {
      throw new DOMException('no', 'QuotaExceededError');
    };
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem });
    stop = recoverFromChunkErrors({ build: '1' });
    expect(fire()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('distinguishes builds by the script of the page', () => {
    const page = new DOMParser().parseFromString(
      '<script type="module" src="http://x/a-1.js"></script>',
      'text/html',
    );
    expect(currentBuild(page)).toBe('http://x/a-1.js');
    expect(currentBuild(new DOMParser().parseFromString('', 'text/html'))).toBe('');
  });
});

let broken: Error | null = null;

function Page(): ReactElement {
  if (broken) throw broken;
  return <p>Página</p>;
}

describe('ErrorBoundary', () => {
  const onError = vi.fn();
  const page = (path: string) => (
    <ErrorBoundary onError={onError} resetKey={path}>
      <Page />
    </ErrorBoundary>
  );
  beforeEach(() => {
    broken = null;
    onError.mockClear();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    // Both React and the page report the thrown error.
    window.addEventListener('error', (event) => event.preventDefault(), { once: true });
  });

  it('shows that a page failed, and renders it again on request or on the next page', async () => {
    const user = userEvent.setup();
    broken = new Error('x');
    const { rerender } = render(page('/a'));
    expect(screen.getByRole('alert').textContent).toContain('No se pudo mostrar la página');
    expect(onError).toHaveBeenCalledTimes(1);
    rerender(page('/a'));
    expect(screen.queryByText('Página')).toBeNull();
    broken = null;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(screen.getByText('Página')).toBeTruthy();
    broken = new Error('y');
    rerender(page('/b'));
    broken = null;
    rerender(page('/c'));
    expect(screen.getByText('Página')).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads once for a part that did not load, then offers a reload', async () => {
    broken = new TypeError('Failed to fetch dynamically imported module: /a.js');
    const { unmount } = render(page('/a'));
    expect(reload).toHaveBeenCalledTimes(1);
    unmount();
    const user = userEvent.setup();
    render(page('/a'));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('No se pudo abrir la página');
    await user.click(screen.getByRole('button', { name: 'Volver a cargar' }));
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
