import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, type ReactNode, useState } from 'react';
import { catalogueOf, createCatalogueHost, valuesOf } from './catalogue-fixtures.tsx';
import { catalogueScreen } from './catalogue-screen.tsx';
import { Catalogues } from './catalogues.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { QuickNew } from './quick-new.tsx';
import { UsagesDialog } from './usages-dialog.tsx';

const agencyTypes = catalogueOf('agency_types');
const values = valuesOf(['Creativa', 'Central de medios', 'Digital o de performance', 'Relaciones públicas']);
const first = values[0] ?? { id: '', row_version: 1, created_at: '', updated_at: '' };
const AgencyTypes = catalogueScreen('agency_types');
const nothing = (): undefined => undefined;

function Host({
  children,
  permissions,
  empty = false,
}: {
  readonly children: ReactNode;
  readonly permissions?: readonly string[];
  readonly empty?: boolean;
}): ReactElement {
  const [host] = useState(() =>
    createCatalogueHost(agencyTypes, children, {
      values: empty ? [] : values,
      ...(permissions && { permissions }),
    }),
  );
  return <host.Host />;
}

const meta = { title: 'Pantallas/Catálogos', component: Host } satisfies Meta<typeof Host>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Hub: Story = { args: { children: <Catalogues /> } };
export const List: Story = { args: { children: <AgencyTypes /> } };
export const EmptyList: Story = { args: { children: <AgencyTypes />, empty: true } };
export const ListWithoutPermission: Story = { args: { children: <AgencyTypes />, permissions: [] } };
export const Uses: Story = {
  args: {
    children: <UsagesDialog catalogue={agencyTypes} onClose={nothing} onMerge={nothing} record={first} />,
  },
};
export const Merge: Story = {
  args: { children: <MergeDialog catalogue={agencyTypes} onClose={nothing} record={first} /> },
};
export const Order: Story = { args: { children: <OrderDialog catalogue={agencyTypes} onClose={nothing} /> } };
export const Quick: Story = { args: { children: <QuickNew catalogue={agencyTypes} onClose={nothing} /> } };
