import { hasPermission } from '@pauta/core';
import { useSession } from '@pauta/core/react';
import { resources } from '@pauta/domain/resources.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import { defaultMenu } from '@pauta/layout/menu';
import { paths } from '@pauta/ui/data/paths.ts';
import { LiveRefresh } from '@pauta/ui/live/live-refresh.tsx';
import { PaletteButton } from '@pauta/ui/palette/palette-button.tsx';
import type { PaletteAction, PalettePage } from '@pauta/ui/palette/palette-items.ts';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PendingStep } from './pending-step.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('@pauta/ui/palette/command-palette.tsx')).CommandPalette,
}));

const pages: readonly PalettePage[] = [
  ...defaultMenu.flatMap((entry): PalettePage[] =>
    'items' in entry
      ? entry.items.map(({ label, href, keywords }) => ({ label, href, keywords, group: entry.label }))
      : [{ label: entry.label, href: entry.href, keywords: entry.keywords }],
  ),
  { label: 'Mi Perfil', href: '/perfil', keywords: ['contraseña', 'sesiones', 'foto'] },
];

const themes = { light: 'claro', dark: 'oscuro', auto: 'del sistema' } as const;

const wearTheme = (theme: keyof typeof themes): void => {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('pauta.theme', theme);
  } catch {
    // It lasts until the page is loaded again.
  }
};

const themeActions: readonly PaletteAction[] = Object.entries(themes).map(([theme, name]) => ({
  id: `theme-${theme}`,
  label: `Usar el tema ${name}`,
  keywords: ['cambiar tema', 'modo oscuro', 'modo claro', 'apariencia'],
  run: () => wearTheme(theme as keyof typeof themes),
}));

/** What comes with every signed-in page and is loaded after it: the command palette and the changes of others. */
export function Companion(): ReactElement {
  const { user, logout } = useSession();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen((isOpen) => !isOpen);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  const creations = resources
    .filter(
      ({ operations, permissions }) =>
        operations.includes('create') && hasPermission(user, permissions.create),
    )
    .map((resource) => ({
      isCatalogue: resource.permissions.viewAll === null,
      action: { id: `new-${resource.name}`, label: newOne(resource.label), href: paths.create(resource) },
    }));
  const actions: readonly PaletteAction[] = [
    ...creations.filter(({ isCatalogue }) => !isCatalogue).map(({ action }) => action),
    ...themeActions,
    {
      id: 'logout',
      label: 'Cerrar sesión',
      keywords: ['salir'],
      run: () => void Promise.resolve(logout()).finally(() => navigate('/login')),
    },
    ...creations.filter(({ isCatalogue }) => isCatalogue).map(({ action }) => action),
  ];

  return (
    <>
      <PaletteButton onClick={() => setOpen(true)} />
      <LiveRefresh />
      <PendingStep />
      {open && (
        <Suspense>
          <CommandPalette actions={actions} onClose={() => setOpen(false)} pages={pages} />
        </Suspense>
      )}
    </>
  );
}
