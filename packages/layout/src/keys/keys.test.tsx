// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useRegionKeys } from '../shell/regions.ts';
import { ShellFixture } from '../shell/shell-fixture.tsx';
import { useMenuKeys } from '../side-menu/menu-keys.ts';
import { focusMenuSearch } from '../side-menu/menu-search-focus.ts';
import { setWidth, withFreshPage } from '../testing.ts';
import { useCommands, usePalette } from './commands.ts';
import { keyMap, useKeysOf } from './key-map.ts';
import { ShortcutEditor } from './shortcut-editor.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { singleKeys } from './single-keys.ts';
import { type Shortcut, useShortcutGroups, useShortcuts } from './use-shortcuts.ts';

withFreshPage();

const ran = vi.fn();
beforeEach(() => {
  ran.mockClear();
  singleKeys.set(true);
});

function Page({ person = null }: { person?: string | null }): ReactElement {
  const [open, setOpen] = useState(false);
  const groups = useShortcutGroups();
  useKeysOf(person);
  const line = (id: string, written: string, more: Partial<Shortcut> = {}): Shortcut => ({
    id,
    keys: [written],
    label: `Hace ${id}`,
    run: () => ran(id),
    ...more,
  });
  useShortcuts('Ir a', [line('clientes', 'g c'), line('agencias', 'g g')]);
  useShortcuts('Aplicación', [
    line('guardar', 'Mod+s', { inFields: true }),
    line('ayuda', '?', { run: () => setOpen(true) }),
    { id: 'k', keys: ['k'], label: 'Solo se cuenta' },
  ]);
  return (
    <>
      <input aria-label="Nombre" />
      <button onKeyDown={(event) => event.key === 'g' && event.preventDefault()} type="button">
        Propio
      </button>
      {open && <ShortcutSheet groups={groups} onClose={() => setOpen(false)} />}
    </>
  );
}

describe('useShortcuts', () => {
  it('runs on key sequences, not while something is typed, and not on keys that a component has handled', async () => {
    const user = userEvent.setup();
    render(<Page />);
    await user.keyboard('gc');
    await user.keyboard('gxc');
    await user.keyboard('ggg');
    expect(ran.mock.calls.flat()).toEqual(['clientes', 'agencias']);
    await user.keyboard('c');
    expect(ran).toHaveBeenCalledTimes(3);
    ran.mockClear();
    await user.type(screen.getByLabelText('Nombre'), 'gc{Control>}s{/Control}');
    expect(ran.mock.calls.flat()).toEqual(['guardar']);
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('gc');
    screen.getByRole('button', { name: 'Propio' }).focus();
    await user.keyboard('gc');
    expect(ran).toHaveBeenCalledTimes(1);
  });

  it('uses custom keys, and ignores single keys where they are turned off', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Page person="keys.ana" />);
    act(() => keyMap.set('clientes', ['Alt+c']));
    await user.keyboard('gc');
    expect(ran).not.toHaveBeenCalled();
    await user.keyboard('{Alt>}c{/Alt}');
    expect(ran.mock.calls.flat()).toEqual(['clientes']);
    singleKeys.set(false);
    rerender(<Page />);
    await user.keyboard('gc{Control>}s{/Control}');
    expect(ran.mock.calls.flat()).toEqual(['clientes', 'guardar']);
  });

  it('lists all keys of the page in a sheet, which can turn single keys off', async () => {
    const user = userEvent.setup();
    render(<Page />);
    await user.keyboard('?');
    const sheet = screen.getByRole('dialog', { name: 'Atajos de teclado' });
    expect(sheet.textContent).toContain('Ir a');
    expect(sheet.textContent).toMatch(/G\s+luego\s+C/);
    expect(sheet.textContent).toContain('Ctrl + S');
    expect(sheet.textContent).toContain('Solo se cuenta');
    await user.click(screen.getByRole('switch', { name: 'Atajos de una sola tecla' }));
    expect(singleKeys.get()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Cerrar' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

const ofLists = {
  label: 'En una lista',
  shortcuts: [{ id: 'next', keys: ['j'], label: 'Siguiente', presses: 1 as const }],
};

function Settings({ person }: { person: string }): ReactElement {
  useKeysOf(person);
  useShortcuts('Ir a', [
    { id: 'clientes', keys: ['g c'], label: 'Clientes', run: () => ran('clientes') },
    { id: 'agencias', keys: ['g a'], label: 'Agencias', run: () => ran('agencias') },
  ]);
  useShortcuts('Aplicación', [{ id: 'guardar', keys: ['Mod+s'], label: 'Guardar' }]);
  return <ShortcutEditor groups={[...useShortcutGroups(), ofLists]} />;
}

describe('ShortcutEditor', () => {
  const change = (label: string) => screen.getByRole('button', { name: `Cambiar el atajo de «${label}»` });
  const line = (label: string) => change(label).closest('li')?.textContent;

  it('stores the pressed keys for the current user, and returns the focus', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Settings person="keys.ana" />);
    expect(screen.queryByText('Guardar')).toBeNull();
    await user.click(change('Clientes'));
    expect(document.activeElement).toBe(screen.getByLabelText('Teclas nuevas de «Clientes»'));
    await user.keyboard('xyz{Backspace}gx{Enter}');
    expect(document.activeElement).toBe(change('Clientes'));
    expect(line('Clientes')).toMatch(/G\s+luego\s+X/);
    await user.keyboard('gc');
    expect(ran).not.toHaveBeenCalled();
    await user.keyboard('gx');
    expect(ran.mock.calls.flat()).toEqual(['clientes']);
    rerender(<Settings person="keys.luis" />);
    expect(line('Clientes')).toMatch(/G\s+luego\s+C/);
    rerender(<Settings person="keys.ana" />);
    await user.click(screen.getByRole('button', { name: 'Restablecer el atajo de «Clientes»' }));
    expect(line('Clientes')).toMatch(/G\s+luego\s+C/);
    expect(document.activeElement).toBe(change('Clientes'));
  });

  it('names the shortcut that already uses the keys, and refuses them; list keys are a single press', async () => {
    const user = userEvent.setup();
    render(<Settings person="keys.ana" />);
    await user.click(change('Agencias'));
    await user.keyboard('gc');
    expect(screen.getByRole('alert').textContent).toMatch(/^Ya las usa «Clientes»/);
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(keyMap.get()).toEqual({});
    // On a list that key would move to the next row.
    await user.click(screen.getByLabelText(/^Teclas nuevas/));
    await user.keyboard('{Backspace}gj');
    expect(screen.getByRole('alert').textContent).toMatch(/^Ya las usa «Siguiente»/);
    await user.keyboard('{Backspace}{Control>}s{/Control}');
    expect(screen.getByRole('alert').textContent).toMatch(/^Ya las usa «Guardar»/);
    await user.keyboard('{Escape}');
    await user.click(change('Siguiente'));
    await user.keyboard('gs ');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(keyMap.get()).toEqual({ next: ['Space'] });
  });

  it('turns a shortcut off, reports two with the same keys, and resets all changes', async () => {
    const user = userEvent.setup();
    render(<Settings person="keys.ana" />);
    await user.click(change('Clientes'));
    await user.click(screen.getByRole('button', { name: 'Sin atajo' }));
    expect(line('Clientes')).toContain('Sin atajo');
    await user.keyboard('gc');
    expect(ran).not.toHaveBeenCalled();
    await user.click(change('Agencias'));
    await user.keyboard('gc{Enter}');
    await user.click(screen.getByRole('button', { name: 'Restablecer el atajo de «Clientes»' }));
    expect(line('Clientes')).toContain('También las usa «Agencias»');
    await user.click(screen.getByRole('button', { name: 'Restablecer todos' }));
    expect([keyMap.get(), screen.queryByRole('alert')]).toEqual([{}, null]);
    await user.click(change('Clientes'));
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(keyMap.get()).toEqual({});
    expect(within(document.body).queryByRole('button', { name: 'Restablecer todos' })).toBeNull();
  });
});

describe('focusMenuSearch', () => {
  const inSearch = () => document.activeElement?.matches('input[type=search]');

  it('focuses the search in the menu, in the collapsed rail and in the drawer', async () => {
    const { rerender } = render(<ShellFixture key="wide" />);
    focusMenuSearch();
    expect(inSearch()).toBe(true);
    rerender(<ShellFixture defaultCollapsed key="rail" />);
    expect(screen.queryByRole('searchbox')).toBeNull();
    act(focusMenuSearch);
    expect(inSearch()).toBe(true);
    setWidth(390);
    rerender(<ShellFixture key="phone" />);
    act(focusMenuSearch);
    await vi.waitFor(() => expect(document.activeElement?.closest('dialog')).toBeTruthy());
    expect(inSearch()).toBe(true);
  });
});

function Palette({ name = 'Imprimir' }: { name?: string }): ReactElement {
  useCommands([{ id: 'print', label: name, run: () => ran(name) }]);
  const { open, commands } = usePalette();
  return (
    <>
      <input aria-label="Nombre" />
      {open &&
        commands.map(({ id, label, run }) => (
          <button key={id} onClick={run} type="button">
            {label}
          </button>
        ))}
    </>
  );
}

describe('usePalette', () => {
  it('opens by Ctrl+K, from a field too, with the commands that the page registers at that moment', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Palette />);
    rerender(<Palette name="Imprimir todo" />);
    await user.type(screen.getByLabelText('Nombre'), '{Control>}k{/Control}');
    await user.click(screen.getByRole('button', { name: 'Imprimir todo' }));
    expect(ran.mock.calls).toEqual([['Imprimir todo']]);
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

function Shell(): ReactElement {
  useRegionKeys();
  useMenuKeys();
  return <ShellFixture />;
}

describe('useRegionKeys', () => {
  it('moves from bar to menu to page and wraps around, restoring the last focus of each region', async () => {
    const user = userEvent.setup();
    render(<Shell />);
    const where = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;
    const seen: (string | null | undefined)[] = [];
    for (const keys of ['{F6}', '{F6}', '{F6}', '{F6}', '{Shift>}{F6}{/Shift}', '{Shift>}{F6}{/Shift}']) {
      await user.keyboard(keys);
      seen.push(where());
      if (seen.length === 2) await user.tab();
    }
    expect(seen).toEqual(['Menú lateral', 'Buscar en el menú', 'MAIN', 'Menú lateral', 'MAIN', 'A']);
    expect(document.activeElement?.textContent).toBe('Dashboard');
  });
});

describe('useMenuKeys', () => {
  it('moves in the menu by arrows, Home, End and letters, and does not change Tab', async () => {
    const user = userEvent.setup();
    render(<Shell />);
    screen.getByRole('link', { name: 'Dashboard' }).focus();
    const at = async (keys: string) => {
      await user.keyboard(keys);
      return document.activeElement?.textContent;
    };
    expect(await at('{ArrowDown}')).toBe('CRM');
    expect(await at('{ArrowDown}')).toBe('Clientes');
    expect(await at('seg')).toBe('Seguimiento');
    expect(await at('{End}')).toBe('Reportes');
    expect(await at('{ArrowDown}')).toBe('Dashboard');
    await user.tab();
    expect(document.activeElement?.textContent).toBe('CRM');
  });
});
