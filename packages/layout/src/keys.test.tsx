// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useCommands, usePalette } from './commands.ts';
import { useMenuKeys } from './menu-keys.ts';
import { useRegionKeys } from './regions.ts';
import { ShellFixture } from './shell-fixture.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { singleKeys } from './single-keys.ts';
import { withFreshPage } from './testing.ts';
import { type Shortcut, useShortcutGroups, useShortcuts } from './use-shortcuts.ts';

withFreshPage();

const ran = vi.fn();
beforeEach(() => {
  ran.mockClear();
  singleKeys.set(true);
});

function Page({ keys }: { keys?: Readonly<Record<string, readonly string[]>> }): ReactElement {
  const [open, setOpen] = useState(false);
  const groups = useShortcutGroups();
  const line = (id: string, written: string, more: Partial<Shortcut> = {}): Shortcut => ({
    id,
    keys: [written],
    label: `Hace ${id}`,
    run: () => ran(id),
    ...more,
  });
  useShortcuts('Ir a', [line('clientes', 'g c'), line('agencias', 'g g')], keys);
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
  it('answers to keys one after the other, not while something is typed, and not to what a part has answered', async () => {
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

  it('takes other keys, and leaves single ones alone where they are turned off', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Page keys={{ clientes: ['Alt+c'] }} />);
    await user.keyboard('gc');
    expect(ran).not.toHaveBeenCalled();
    await user.keyboard('{Alt>}c{/Alt}');
    expect(ran.mock.calls.flat()).toEqual(['clientes']);
    singleKeys.set(false);
    rerender(<Page />);
    await user.keyboard('gc{Control>}s{/Control}');
    expect(ran.mock.calls.flat()).toEqual(['clientes', 'guardar']);
  });

  it('tells all keys of the page in a sheet, which turns the single ones off', async () => {
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
  it('opens by Ctrl+K, from a field too, with what the page offers at that moment', async () => {
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
  it('goes from bar to menu to page and around, and back to where each was left', async () => {
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
  it('moves in the menu by arrows, ends and letters, and leaves Tab as it is', async () => {
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
