import { type ReactElement, useState } from 'react';
import { defaultMenu } from '../menu/default-menu.tsx';
import { matchRoute } from '../menu/match-route.ts';
import { AppShell, type AppShellProps } from './app-shell.tsx';
import type { ShellUser } from './user-menu.tsx';

export const ana: ShellUser = {
  name: 'Ana Lucía Peña Núñez',
  email: 'ana.pena@medio.do',
  roles: ['Ejecutiva de Cuentas', 'Supervisora de Preventa'],
};

/** The shell with a minimal router (one `useState`), for the tests and stories of the shell. */
export function ShellFixture({
  start = '/crm/clientes',
  onNavigate,
  ...props
}: Partial<AppShellProps> & { readonly start?: string }): ReactElement {
  const [path, setPath] = useState(start);
  const title = props.title ?? matchRoute(props.menu ?? defaultMenu, path)?.item.label ?? 'Página';
  return (
    <AppShell
      currentPath={path}
      menu={defaultMenu}
      onLogout={() => undefined}
      product="Pauta"
      storageKey={null}
      user={ana}
      {...props}
      onNavigate={(href) => {
        onNavigate?.(href);
        setPath(href);
      }}
      title={title}
    >
      {props.children ?? (
        <>
          <h1>{title}</h1>
          <p>
            <a href="#contenido">Enlace de la página</a>
          </p>
        </>
      )}
    </AppShell>
  );
}
