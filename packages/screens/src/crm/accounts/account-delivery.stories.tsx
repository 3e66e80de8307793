import type { AccountDelivery, DeliveryRow } from '@pauta/domain/postsales/account/account-delivery.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { AccountDeliveryTab } from './account-delivery.tsx';

const meta = {
  title: 'CRM/Entrega de una cuenta',
  component: AccountDeliveryTab,
  tags: ['every-width'],
} satisfies Meta<typeof AccountDeliveryTab>;

export default meta;

const row = (id: number, values: Partial<DeliveryRow>): DeliveryRow => ({
  id: uuid(id),
  label: 'Noticiero estelar, cuñas de 30 s',
  contract: 'CT-2026-00012',
  client: 'Óptica Ñandú',
  status: null,
  day: '2026-12-15',
  done: null,
  of: null,
  ...values,
});

const some: AccountDelivery = {
  quotas: {
    total: 9,
    contracts: [uuid(1, 8), uuid(2, 8)],
    rows: [row(1, { done: 42, of: 120 }), row(2, { done: 0, of: 30 })],
  },
  sheets: { total: 1, contracts: [], rows: [row(3, { status: 'observed', done: 50 })] },
  orders: { total: 1, contracts: [], rows: [row(4, { label: 'Valla de la 27', status: 'scheduled' })] },
  reports: {
    total: 1,
    contracts: [],
    rows: [row(5, { label: 'EV-2026-00003', status: 'sent', done: 97.5 })],
  },
  missed: { total: 1, contracts: [], rows: [row(6, { status: 'not_aired', of: 1 })] },
};
const none = { total: 0, contracts: [], rows: [] };

const of = (data: AccountDelivery, by: 'client_id' | 'agency_id' = 'client_id'): StoryObj => ({
  render: () => (
    <StoryHost always={{ status: 200, body: { data } }}>
      <AccountDeliveryTab by={by} of={{ id: uuid(7), row_version: 1 } as never} />
    </StoryHost>
  ),
});

export const OfAClient: StoryObj = of(some);

export const OfAnAgency: StoryObj = of(some, 'agency_id');

/** Of more contracts than a list can be filtered by. */
export const OfManyContracts: StoryObj = of(
  { ...some, quotas: { total: 210, contracts: [], rows: [row(1, { done: 42, of: 120 })] } },
  'agency_id',
);

/** Only what its reader may see. */
export const OnlyOrders: StoryObj = of({ ...some, quotas: null, sheets: null, reports: null, missed: null });

export const Nothing: StoryObj = of({
  quotas: none,
  sheets: none,
  orders: none,
  reports: none,
  missed: none,
});
