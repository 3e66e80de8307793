import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ComponentProps, ReactElement } from 'react';
import { AppShell } from './app-shell.tsx';
import { defaultMenu } from './default-menu.tsx';
import type { Menu } from './menu.ts';
import { withAccess, withBadges } from './menu-tools.ts';
import { FavoriteButton, favoriteGroup, usePins } from './pins.ts';
import { ana, ShellFixture } from './shell-fixture.tsx';

/** A menu with all that it may say: counters, one on its way, what may not be gone to, favourites. */
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

const phone = { viewport: { value: 'mobile1', isRotated: false } };

const meta = {
  title: 'Layout/AppShell',
  component: AppShell,
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

export const Light: Story = {};

export const Dark: Story = { globals: { theme: 'dark' } };

export const Rail: Story = { args: { defaultCollapsed: true } };

export const RailWithFlyout: Story = {
  args: { defaultCollapsed: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Ventas' }));
  },
};

export const Searching: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'gestion');
  },
};

export const NothingFound: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'zzz');
  },
};

export const UserMenuOpen: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Menú de usuario/ }));
  },
};

export const Phone: Story = { globals: phone };

export const PhoneWithDrawer: Story = {
  globals: phone,
  tags: ['phone'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Abrir menú' }));
  },
};

export const PhoneWithDrawerDark: Story = {
  ...PhoneWithDrawer,
  globals: { ...phone, theme: 'dark' },
  // Storybook reads tags without running the file.
  tags: ['phone'],
};

export const LongTexts: Story = {
  args: {
    product: 'Pauta Central de Medios Exteriores del Caribe Oriental',
    title: 'Conciliación de comisiones de agencia por período de facturación y centro de costo',
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
};

/** Everything that is there by choice, at three widths; the checks look at each in both themes. */
export const Full: Story = { render: () => <FullShell /> };

export const FullTablet: Story = { ...Full, tags: ['tablet'] };

export const FullPhone: Story = { ...Full, globals: phone, tags: ['phone'], play: PhoneWithDrawer.play };

export const FullRail: Story = {
  render: () => <FullShell defaultCollapsed />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /CRM/ }));
  },
};

export const FullRailTablet: Story = { ...FullRail, tags: ['tablet'] };

export const SearchingTablet: Story = { ...Searching, tags: ['tablet'] };

export const SearchingPhone: Story = {
  globals: phone,
  tags: ['phone'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Abrir menú' }));
    await userEvent.type(canvas.getByRole('searchbox'), 'gestion');
  },
};

export const NothingFoundPhone: Story = {
  ...SearchingPhone,
  tags: ['phone'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Abrir menú' }));
    await userEvent.type(canvas.getByRole('searchbox'), 'zzz');
  },
};

export const UserMenuOpenPhone: Story = { ...UserMenuOpen, globals: phone, tags: ['phone'] };

export const UserMenuOpenTablet: Story = { ...UserMenuOpen, tags: ['tablet'] };

export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <FullShell />
    </div>
  ),
};
