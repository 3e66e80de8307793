import type { CrewRoute } from '@pauta/domain/implementation/route/crew-route.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { someRoute } from './route-fixtures.ts';
import { RoutePage } from './route-page.tsx';

const meta = {
  title: 'Implementación/Ruta',
  component: RoutePage,
  tags: ['every-width'],
} satisfies Meta<typeof RoutePage>;

export default meta;
type Story = StoryObj;

const of = (route: CrewRoute, permissions: readonly string[] = ['work_orders.execute']): Story => ({
  render: () => (
    <StoryHost
      always={() => ({ status: 200, body: { data: route } })}
      mount="/implementacion/implementacion"
      path="/implementacion/implementacion/ruta"
      permissions={permissions}
      resource={workOrders}
    >
      <RoutePage />
    </StoryHost>
  ),
});

export const OfToday: Story = of(someRoute);
export const Empty: Story = of({ ...someRoute, stops: [] });
export const WithoutPermission: Story = of(someRoute, []);
