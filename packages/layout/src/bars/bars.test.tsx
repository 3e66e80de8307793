// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { withFreshPage } from '../testing.ts';
import { OfflineBar } from './offline-bar.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { SaveBar } from './save-bar.tsx';
import { SessionBar } from './session-bar.tsx';

withFreshPage();

describe('ProgressBar', () => {
  it('shows that something is in progress, and its value if known', () => {
    const { rerender } = render(<ProgressBar active={false} />);
    expect(screen.queryByRole('progressbar')).toBeNull();
    rerender(<ProgressBar active />);
    expect(screen.getByRole('progressbar', { name: 'Cargando' }).hasAttribute('aria-valuenow')).toBe(false);
    rerender(<ProgressBar active label="Importando" value={1.7} />);
    const bar = screen.getByRole('progressbar', { name: 'Importando' });
    expect(bar.getAttribute('aria-valuenow')).toBe('100');
  });
});

describe('OfflineBar', () => {
  it('shows that the connection is lost, the pending changes, and briefly that it is back', async () => {
    vi.useFakeTimers();
    const onRetry = vi.fn();
    const bar = (online: boolean, pending = 0) => (
      <OfflineBar onRetry={onRetry} online={online} pending={pending} />
    );
    const { rerender } = render(bar(true));
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('');
    rerender(bar(false));
    expect(status.textContent).toContain('Sin conexión. Puede seguir leyendo');
    rerender(bar(false, 2));
    expect(status.textContent).toContain('2 cambios esperan la conexión.');
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
    rerender(bar(true));
    expect(status.textContent).toBe('Conexión restablecida.');
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(status.textContent).toBe('');
  });

  it('follows the network state of the browser by default', () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    render(<OfflineBar />);
    onLine.mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByRole('status').textContent).toContain('Sin conexión.');
  });
});

describe('SessionBar', () => {
  it('warns before the end, minute by minute, and announces the end once', async () => {
    vi.useFakeTimers({ now: 0 });
    const [onExtend, onSignIn, onEnd] = [vi.fn(), vi.fn(), vi.fn()];
    const bar = (expiresAt: number | null) => (
      <SessionBar expiresAt={expiresAt} onEnd={onEnd} onExtend={onExtend} onSignIn={onSignIn} />
    );
    const { rerender } = render(bar(null));
    const alert = () => screen.queryByRole('alert')?.textContent;
    expect(alert()).toBeUndefined();
    rerender(bar(10 * 60_000));
    const at = async (minutes: number) => {
      await act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));
      return alert();
    };
    expect(await at(4)).toBeUndefined();
    expect(await at(1.01)).toContain('Su sesión termina en 5 minutos.');
    expect(await at(3)).toContain('Su sesión termina en 2 minutos.');
    expect(await at(1)).toContain('Su sesión termina en menos de un minuto.');
    fireEvent.click(screen.getByRole('button', { name: 'Seguir conectado' }));
    expect(onExtend).toHaveBeenCalledTimes(1);
    expect(onEnd).not.toHaveBeenCalled();
    expect(await at(1)).toContain('Su sesión terminó.');
    expect(onEnd).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
    expect(onSignIn).toHaveBeenCalledTimes(1);
    rerender(bar(60 * 60_000));
    expect(alert()).toBeUndefined();
  });
});

function Form({ onSave }: { onSave: () => void }): ReactElement {
  const [count, setCount] = useState(0);
  return (
    <div data-pauta-shell>
      <header data-testid="bar">Barra</header>
      <main tabIndex={-1}>
        <h1>Configuración</h1>
        <button onClick={() => setCount(count + 1)} type="button">
          Cambiar
        </button>
        <SaveBar count={count} onDiscard={() => setCount(0)} onSave={onSave} />
      </main>
    </div>
  );
}

describe('SaveBar', () => {
  it('replaces the top bar, saves by Ctrl+S, and returns the focus to the page when it closes', async () => {
    const user = userEvent.setup();
    const onSave = vi.fn();
    render(<Form onSave={onSave} />);
    const bar = screen.getByTestId('bar');
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    await user.keyboard('{Control>}s{/Control}');
    expect([onSave.mock.calls.length, bar.inert, closing()]).toEqual([0, false, false]);
    await user.click(screen.getByRole('button', { name: 'Cambiar' }));
    expect(screen.getByRole('region', { name: 'Cambios sin guardar' }).textContent).toContain(
      '1 cambio sin guardar',
    );
    expect([bar.inert, closing()]).toEqual([true, true]);
    await user.keyboard('{Control>}s{/Control}');
    expect(onSave).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Guardar 1 cambio' }));
    expect(onSave).toHaveBeenCalledTimes(2);
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(screen.queryByRole('region')).toBeNull();
    expect([bar.inert, closing()]).toEqual([false, false]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('saves once however often it is triggered while saving', async () => {
    const user = userEvent.setup();
    const onSave = vi.fn();
    render(<SaveBar count={2} onDiscard={() => undefined} onSave={onSave} saving />);
    await user.keyboard('{Control>}s{/Control}');
    await user.click(screen.getByRole('button', { name: 'Guardar 2 cambios' }));
    expect(onSave).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe('Guardando…');
  });
});
