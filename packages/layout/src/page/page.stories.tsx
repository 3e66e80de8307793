import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { defaultMenu } from '../menu/default-menu.tsx';
import { ErrorScreen } from '../recovery/error-screen.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { trailOf, withPages } from './trail.ts';

const menu = withPages(defaultMenu, [
  { href: '/gestion/catalogos/industrias', label: 'Industrias' },
  { href: '/gestion/catalogos/marcas', label: 'Marcas' },
]);

function Trails(): ReactElement {
  const trails = [
    trailOf(menu, '/crm/clientes'),
    trailOf(menu, '/gestion/catalogos/industrias'),
    trailOf(menu, '/crm/clientes/17/editar', {
      title: 'Editar Distribuidora Internacional de Bebidas y Alimentos del Caribe Oriental',
      parent: {
        href: '/crm/clientes/17',
        label: 'Distribuidora Internacional de Bebidas y Alimentos del Caribe Oriental',
      },
    }),
  ];
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      {trails.map((trail) => (
        // Landmarks with the same name must be distinguishable: a page has one breadcrumb, this story has three.
        <section aria-label={trail.at(-1)?.label} key={trail.at(-1)?.label}>
          <Breadcrumbs onNavigate={() => undefined} trail={trail} />
        </section>
      ))}
    </div>
  );
}

const meta = { title: 'Layout/Page', component: Trails, tags: ['every-width'] } satisfies Meta<typeof Trails>;

export default meta;
type Story = StoryObj<typeof meta>;

export const BreadcrumbTrails: Story = {
  play: async ({ canvas, userEvent }) => {
    const [first] = canvas.getAllByRole('button', { name: 'Páginas junto a Clientes' });
    if (first) await userEvent.click(first);
  },
};

export const Errors: Story = {
  render: () => (
    <>
      <ErrorScreen
        error={new TypeError('Failed to fetch dynamically imported module: /a.js')}
        hint="Lo que escribió queda guardado."
      />
      <ErrorScreen error={new Error('x')} onRetry={() => undefined} />
    </>
  ),
};
