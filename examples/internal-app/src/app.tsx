import { AppShell, matchRoute } from '@pauta/layout';
import { ThemeStyle } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { HashLink, navigate, usePath } from './hash-router.tsx';
import { menu } from './menu.tsx';

export const menuKey = 'almacen.menu';

const user = { name: 'Luisa Rojas', email: 'luisa@almacen.example', roles: ['Jefa de turno'] };

export function App(): ReactElement {
  const path = usePath();
  const title = matchRoute(menu, path)?.item.label ?? 'Sesión cerrada';
  return (
    <>
      <ThemeStyle />
      <AppShell
        currentPath={path}
        Link={HashLink}
        loginHref="/salida"
        menu={menu}
        onLogout={() => undefined}
        onNavigate={navigate}
        product="Almacén"
        profileHref="/turnos"
        storageKey={menuKey}
        title={title}
        user={user}
        version="2.3"
      >
        <h1>{title}</h1>
      </AppShell>
    </>
  );
}
