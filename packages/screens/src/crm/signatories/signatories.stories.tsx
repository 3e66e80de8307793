import { eligibleSignatories } from '@pauta/domain/crm/signatories/eligible-signatories.ts';
import { signatories } from '@pauta/domain/crm/signatories/signatory.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { signatoriesTab } from './signatories-tab.tsx';
import { SigningCheck } from './signing-check.tsx';
import { SigningVerdicts } from './signing-verdicts.tsx';

const meta = { title: 'Pantallas/Firmantes', component: SigningVerdicts } satisfies Meta<
  typeof SigningVerdicts
>;

export default meta;
type Story = StoryObj;

const system = { created_at: '2026-01-02T12:00:00Z', updated_at: '2026-01-02T12:00:00Z', row_version: 1 };
const agency = { ...system, id: '01890a5d-ac96-774b-bcce-b302099a8001', trade_name: 'Medios Norte' };

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const person = (
  place: number,
  full_name: string,
  valid: DateRange,
  { group = null, limit = null }: { group?: string | null; limit?: string | null } = {},
) => ({
  ...system,
  id: `01890a5d-ac96-774b-bcce-b302099a81${String(place).padStart(2, '0')}`,
  full_name,
  agency_id: { id: agency.id, label: agency.trade_name },
  client_id: null,
  company_id: null,
  country_id: { id: '01890a5d-ac96-774b-bcce-b302099a8901', label: 'República Dominicana', code: 'DO' },
  national_id_type: 'PASAPORTE',
  national_id: `RD12345${place}`,
  job_position_id: { id: '01890a5d-ac96-774b-bcce-b302099a8902', label: 'Gerente General' },
  capacity: 'legal_representative',
  valid,
  ends_on: valid.to,
  max_amount: limit,
  currency_code: 'DOP',
  sign_mode: group === null ? 'individual' : 'joint',
  joint_group: group,
  is_default: place === 1,
});

const people = [
  person(1, 'Ana Peñaló', { from: day(-300), to: day(300) }, { limit: '500000.00' }),
  person(2, 'Bruno Díaz', { from: day(-300), to: day(12) }, { group: 'A' }),
  person(3, 'Carla Núñez', { from: day(-300), to: day(-1) }, { group: 'A' }),
  person(4, 'Diego Soto', { from: day(5), to: null }),
];

const permissions = [
  'signatories.view_all',
  'signatories.create',
  'signatories.update_all',
  'signatories.delete',
];

const tab = (records: typeof people, held: readonly string[] = permissions): ReactElement => (
  <StoryHost permissions={held} records={records} resource={signatories}>
    {signatoriesTab('agency_id', 'trade_name').content(agency)}
  </StoryHost>
);

export const Some: Story = { render: () => tab(people) };
export const None: Story = { render: () => tab([]) };
export const ReadOnly: Story = { render: () => tab(people, ['signatories.view_all']) };

export const Asking: Story = {
  render: () => (
    <StoryHost permissions={permissions} resource={signatories}>
      <SigningCheck by="agency_id" of={agency} onClose={() => {}} title="Medios Norte" />
    </StoryHost>
  ),
};

export const Verdicts: Story = {
  render: () => (
    <SigningVerdicts
      verdicts={eligibleSignatories(people, {
        on: day(0),
        amount: { value: '600000.00', currency: 'DOP' },
      }).map((verdict, index) => ({ ...verdict, full_name: people[index]?.full_name ?? '' }))}
    />
  ),
};
