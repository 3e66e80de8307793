import { hasPermission } from '@pauta/core';
import { useUser } from '@pauta/core/react';
import { homeCards } from '@pauta/domain/home/cards.ts';
import { resourceIndex } from '@pauta/domain/resource-index.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import { commandsOfMenu, usePalette } from '@pauta/layout/keys';
import { PinsMenu, useVisit } from '@pauta/layout/pins';
import { chooseTheme, type ThemeChoice } from '@pauta/layout/theme';
import { paths } from '@pauta/ui/data/paths.ts';
import { LiveRefresh } from '@pauta/ui/live/live-refresh.tsx';
import { PaletteButton } from '@pauta/ui/palette/palette-button.tsx';
import type { PaletteAction } from '@pauta/ui/palette/palette-items.ts';
import { PalettePlaceholder } from '@pauta/ui/palette/palette-placeholder.tsx';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Keyboard } from './keyboard.tsx';
import { pages } from './menu/place.ts';
import { RouterLink } from './menu/router-link.tsx';
import { type ShellMenu, useMenu } from './menu/use-menu.tsx';
import { usePlace } from './menu/use-place.ts';
import { PendingStep } from './session/pending-step.tsx';
import { useSignOut } from './session/use-sign-out.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('@pauta/ui/palette/command-palette.tsx')).CommandPalette,
}));

const words: Readonly<Record<string, readonly string[]>> = { '/perfil': ['contraseña', 'sesiones', 'foto'] };

const palettePages = commandsOfMenu(pages).map((page) => ({
  ...page,
  keywords: words[page.href] ?? page.keywords,
}));

/** Resources with a count in the menu or on the home page. */
const counted = new Set(
  homeCards.flatMap(({ badge, resource }) => (badge === undefined ? [] : [resource.name])),
);

const themes: Readonly<Record<ThemeChoice, string>> = { light: 'claro', dark: 'oscuro', auto: 'del sistema' };

const themeActions: readonly PaletteAction[] = Object.entries(themes).map(([theme, name]) => ({
  id: `theme-${theme}`,
  label: `Usar el tema ${name}`,
  keywords: ['cambiar tema', 'modo oscuro', 'modo claro', 'apariencia'],
  run: () => chooseTheme(theme as ThemeChoice),
}));

/** Parts of every signed-in page that are loaded after it: palette, favourites, shortcuts, live changes. */
export function DeferredParts({ onMenu }: { onMenu: (menu: ShellMenu) => void }): ReactElement {
  const user = useUser();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const { open, setOpen, commands } = usePalette();
  const [begun, setBegun] = useState('');
  const close = () => {
    setBegun('');
    setOpen(false);
  };
  const { pins, current } = usePlace();
  useVisit(pins, current);
  const menu = useMenu(pins);
  useEffect(() => onMenu(menu), [onMenu, menu]);

  const creations = resourceIndex
    .filter(({ create }) => create !== null && hasPermission(user, create))
    .map((resource) => ({
      isCatalogue: resource.isOpen,
      action: { id: `new-${resource.name}`, label: newOne(resource.label), href: paths.create(resource) },
    }));
  const imports = resourceIndex.flatMap((resource): PaletteAction[] => {
    if (resource.import === null || !hasPermission(user, resource.import)) return [];
    const many = resource.label.many.toLocaleLowerCase('es');
    return [
      {
        id: `imports-${resource.name}`,
        label: `Importaciones de ${many}`,
        keywords: [`importar ${many}`, 'deshacer importación'],
        href: paths.imports(resource),
      },
    ];
  });
  const actions: readonly PaletteAction[] = [
    ...commands,
    ...creations.filter(({ isCatalogue }) => !isCatalogue).map(({ action }) => action),
    ...themeActions,
    {
      id: 'logout',
      label: 'Cerrar sesión',
      keywords: ['salir'],
      run: () => void signOut().then((left) => left !== false && navigate('/login')),
    },
    ...creations.filter(({ isCatalogue }) => isCatalogue).map(({ action }) => action),
    ...imports,
  ];

  return (
    <>
      <PaletteButton onClick={() => setOpen(true)} />
      <PinsMenu current={current} Link={RouterLink} pins={pins} />
      <Keyboard />
      <LiveRefresh counted={counted} resources={resourceIndex} />
      <PendingStep />
      {open && (
        <Suspense fallback={<PalettePlaceholder onClose={close} onType={setBegun} />}>
          <CommandPalette
            actions={actions}
            begun={begun}
            onClose={close}
            pages={palettePages}
            resources={resourceIndex}
            recent={[...pins.favorites, ...pins.recents]
              .filter(
                ({ href }, at, all) =>
                  href !== current?.href && all.findIndex((pin) => pin.href === href) === at,
              )
              .map(({ href, label, section }) => ({ href, label, group: section }))}
          />
        </Suspense>
      )}
    </>
  );
}
