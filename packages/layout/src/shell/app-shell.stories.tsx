import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, type ReactElement, useLayoutEffect } from 'react';
import { defaultMenu } from '../menu/default-menu.tsx';
import type { Menu } from '../menu/menu.ts';
import { FavoriteButton, favoriteGroup, usePins } from '../pins/pins.ts';
import { withAccess, withBadges } from '../side-menu/menu-tools.ts';
import { AppShell } from './app-shell.tsx';
import { ana, ShellFixture } from './shell-fixture.tsx';

/** A menu with all options: counters, a loading counter, disabled entries, favourites. */
const fullMenu: Menu = [
  favoriteGroup([
    { href: '/ventas/pipeline', label: 'Pipeline' },
    { href: '/crm/clientes/17', label: 'Cervecería del Caribe' },
  ]),
  ...withAccess(
    withBadges(defaultMenu, {
      'crm/seguimiento': { count: 12, label: 'pendientes' },
      'crm/clientes': { count: null, label: 'pendientes' },
      'postventa/gestion-cupos': { count: 4, label: 'pendientes' },
      'ventas/ocupacion-disponibilidad': { count: 120, label: 'avisos' },
    }),
    ({ id }) => id !== 'crm/target-list' || 'Le falta el permiso «Ver listas objetivo».',
  ),
];

/** Sales and administration under headings; the other entries after a line. */
const sectionedMenu: Menu = defaultMenu.map((entry, at) => {
  if (at === 0) return entry;
  const section =
    at < 4 ? { id: 'sell', label: 'Comercial' } : at < 8 ? { id: 'run', label: 'Operación' } : { id: 'rest' };
  return { ...entry, section };
});

function FullShell(props: Partial<ComponentProps<typeof ShellFixture>>): ReactElement {
  const pins = usePins('story.pins');
  return (
    <ShellFixture
      {...props}
      initials
      itemAction={({ href, label }) => <FavoriteButton pin={{ href, label }} pins={pins} />}
      maxRoles={1}
      menu={fullMenu}
    />
  );
}

const meta = {
  title: 'Layout/AppShell',
  component: AppShell,
  tags: ['every-width'],
  parameters: { layout: 'fullscreen' },
  render: ({ menu, currentPath, children, ...props }) => <ShellFixture {...props} start={currentPath} />,
  args: {
    product: 'Pauta',
    menu: [],
    currentPath: '/crm/clientes',
    user: ana,
    onLogout: () => undefined,
    children: null,
  },
  argTypes: { menu: { control: false }, currentPath: { control: false }, children: { control: false } },
} satisfies Meta<typeof AppShell>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};

export const Rail: Story = { args: { defaultCollapsed: true } };

/** Opens the drawer if the window is narrow. */
const openMenu: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  const toggle = canvas.queryByRole('button', { name: 'Abrir menú' });
  if (toggle) await userEvent.click(toggle);
};

/** A section with a heading, and one separated only by a line. */
export const Sections: Story = {
  render: () => <ShellFixture menu={sectionedMenu} />,
  play: openMenu,
};

export const SectionsOnRail: Story = {
  render: () => <ShellFixture defaultCollapsed menu={sectionedMenu} />,
  tags: ['desktop'],
};

export const OtherLanguage: Story = {
  render: () => (
    <ShellFixture
      texts={{
        profile: 'My profile',
        logout: 'Sign out',
        searchPlaceholder: 'Search the menu...',
        userMenuOf: (name) => `User menu of ${name}`,
      }}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /User menu/ }));
  },
};

export const RailWithFlyout: Story = {
  args: { defaultCollapsed: true },
  // On narrower windows there is no rail.
  tags: ['desktop'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Ventas' }));
  },
};

const search =
  (text: string): NonNullable<Story['play']> =>
  async (context) => {
    await openMenu(context);
    await context.userEvent.type(context.canvas.getByRole('searchbox'), text);
  };

export const Drawer: Story = { play: openMenu };

export const Searching: Story = { play: search('gestion') };

export const NothingFound: Story = { play: search('zzz') };

export const UserMenuOpen: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Menú de usuario/ }));
  },
};

export const LongTexts: Story = {
  args: {
    product: 'Pauta Central de Medios Exteriores del Caribe Oriental',
    title: 'Conciliación de comisiones de agencia por periodo de facturación y centro de costo',
    user: {
      name: 'María de los Ángeles Fernández-Guzmán de la Rosa',
      email: 'maria.de.los.angeles.fernandez-guzman@departamento-comercial.medio.com.do',
      roles: [
        'Coordinadora de Facturación y Cobros',
        'Supervisora de Preventa',
        'Ejecutiva',
        'Auditora',
        'Aprobadora',
      ],
    },
  },
  play: UserMenuOpen.play,
};

/** All optional parts. */
export const Full: Story = { render: () => <FullShell />, play: openMenu };

export const FullRail: Story = {
  render: () => <FullShell defaultCollapsed />,
  tags: ['desktop'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /CRM/ }));
  },
};

export const RightToLeft: Story = {
  render: () => <FullShell />,
  decorators: [
    (Shell) => {
      useLayoutEffect(() => {
        document.documentElement.dir = 'rtl';
        return () => document.documentElement.removeAttribute('dir');
      }, []);
      return <Shell />;
    },
  ],
  play: openMenu,
};
