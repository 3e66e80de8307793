import { AppShell, matchRoute } from '@pauta/layout';
import { ThemeStyle } from '@pauta/layout/theme';
import { useWouter } from '@pauta/layout/wouter';
import type { ReactElement } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { menu } from './menu.tsx';

export const menuKey = 'almacen.menu';

const user = { name: 'Luisa Rojas', email: 'luisa@almacen.example', roles: ['Jefa de turno'] };

function Shell(): ReactElement {
  const place = useWouter();
  const title = matchRoute(menu, place.currentPath)?.item.label ?? 'Sesión cerrada';
  return (
    <AppShell
      {...place}
      loginHref="/salida"
      menu={menu}
      onLogout={() => undefined}
      product="Almacén"
      profileHref="/turnos"
      storageKey={menuKey}
      title={title}
      user={user}
      version="2.3"
    >
      <h1>{title}</h1>
    </AppShell>
  );
}

export function App(): ReactElement {
  return (
    <Router hook={useHashLocation}>
      <ThemeStyle />
      <Shell />
    </Router>
  );
}
